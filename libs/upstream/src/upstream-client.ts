import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { AppError, errorCodeOf } from '@medley/kit';
import axios, { isAxiosError, type AxiosInstance } from 'axios';
import { readEvents } from './read-events';
import { readJson } from './read-json';
import { readRefusal } from './read-refusal';
import { readRetryAfter } from './read-retry-after';
import { watchSilence, type SilenceWatch } from './watch-silence';

export interface UpstreamSettings {
  /** Who is called, as users may read it: `the speech engine`. */
  name: string;
  baseUrl: string;
  /** Authorization and the like; never shown to anybody. */
  headers: Readonly<Record<string, string>>;
  answerBytesMax: number;
  /** Without a byte for this long the request is given up. */
  silenceMs: number;
  /**
   * What the JSON body of a refusal (HTTP 4xx) means, as a word of the caller's own for `details.reason`; null when it
   * means nothing to the caller. Without it nobody reads what a refusal says.
   */
  reasonOf?: (body: unknown) => string | null;
}

export interface UpstreamRequest {
  path: string;
  query?: URLSearchParams;
  /** A form, a plain object that is sent as JSON, or bytes as they are: a Blob with its type, a Buffer, a stream. */
  body: object;
  /** Of a Buffer or a stream. */
  contentType?: string;
  /** Hears the data of each event when the answer is a stream of events; what it throws ends the request. */
  onEvent?: (data: string) => void;
}

export interface UpstreamClient {
  /** The parsed JSON answer to a POST of a JSON body or a form. @throws as `send` */
  post(path: string, body: object, signal: AbortSignal): Promise<unknown>;
  /**
   * The parsed JSON answer to a POST, undefined when it was a stream of events to its end. An abort ends the request at once and throws the signal's reason.
   * @throws AppError UPSTREAM_*; after an answer with an error status the details hold the `status` and, when the
   * upstream named one, `retry_after_s`, and the `reason` that the settings' `reasonOf` found
   */
  send(request: UpstreamRequest, signal: AbortSignal): Promise<unknown>;
}

/**
 * A client of an engine that the operator runs or rents. Its address is the operator's word, so it may be private; no
 * redirect, no proxy of the environment; neither answers nor addresses nor keys ever show in an error.
 */
export function createUpstreamClient(settings: UpstreamSettings): UpstreamClient {
  const http = axios.create({
    baseURL: settings.baseUrl,
    headers: settings.headers,
    responseType: 'stream',
    validateStatus: () => true,
    maxRedirects: 0,
    maxBodyLength: Infinity,
    proxy: false,
    // An answer takes seconds: a new connection costs nothing beside it and is never stale.
    httpAgent: new HttpAgent({ keepAlive: false }),
    httpsAgent: new HttpsAgent({ keepAlive: false }),
  });
  const send: UpstreamClient['send'] = async (request, signal) => {
    signal.throwIfAborted();
    const silence = watchSilence(settings.silenceMs);
    try {
      return await exchange(http, { request, signal, silence, settings });
    } catch (error) {
      signal.throwIfAborted();
      if (silence.signal.aborted) {
        throw new AppError(
          'UPSTREAM_TIMEOUT',
          `${settings.name} was silent for ${settings.silenceMs / 1_000} s`,
        );
      }
      throw asAppError(error, settings.name);
    } finally {
      silence.stop();
    }
  };
  return { send, post: (path, body, signal) => send({ path, body }, signal) };
}

interface Exchange {
  request: UpstreamRequest;
  signal: AbortSignal;
  silence: SilenceWatch;
  settings: UpstreamSettings;
}

async function exchange(http: AxiosInstance, call: Exchange): Promise<unknown> {
  const { request, silence, settings } = call;
  const response = await http.post<Readable>(request.path, request.body, {
    ...(request.query ? { params: request.query } : {}),
    ...(request.contentType === undefined ? {} : { headers: { 'Content-Type': request.contentType } }),
    signal: AbortSignal.any([call.signal, silence.signal]),
    onUploadProgress: silence.heard,
  });
  silence.heard();
  if (response.status >= 200 && response.status < 300) {
    const { onEvent } = request;
    const isStream = /^text\/event-stream\b/i.test(String(response.headers['content-type']));
    if (onEvent && isStream) {
      await readEvents(response.data, { name: settings.name, onBytes: silence.heard, onEvent });
      return undefined;
    }
    return readJson(response.data, { ...settings, onBytes: silence.heard });
  }
  const reason = await reasonOf(response, settings);
  throw refusal(settings.name, {
    status: response.status,
    retryAfterS: readRetryAfter(response.headers['retry-after']),
    reason,
  });
}

/** What a refusal says may repeat the key, the address or the user's text: it is looked at, never passed on. */
async function reasonOf(
  { status, data }: { status: number; data: Readable },
  settings: UpstreamSettings,
): Promise<string | null> {
  if (settings.reasonOf && status >= 400 && status < 500) return settings.reasonOf(await readRefusal(data));
  data.destroy();
  return null;
}

/** What these statuses mean with every upstream we know, since its own words are not repeated. */
const hints: ReadonlyMap<number, string> = new Map([
  [401, ': its key is missing or wrong'],
  [403, ': its key may not do this'],
  [404, ': it knows no such model, or its address is wrong'],
]);

interface RefusalFacts {
  status: number;
  retryAfterS: number | null;
  reason: string | null;
}

function refusal(name: string, { status, retryAfterS, reason }: RefusalFacts): AppError {
  const details = {
    status,
    ...(retryAfterS === null ? {} : { retry_after_s: retryAfterS }),
    ...(reason === null ? {} : { reason }),
  };
  if (status === 408) return new AppError('UPSTREAM_TIMEOUT', `${name} took too long`, { details });
  if (status === 429) return new AppError('UPSTREAM_RATE_LIMITED', `${name} is rate limited`, { details });
  if (status >= 500) {
    return new AppError('UPSTREAM_UNAVAILABLE', `${name} answered with HTTP ${status}`, { details });
  }
  const hint = hints.get(status) ?? '';
  return new AppError('UPSTREAM_REFUSED', `${name} refused the request with HTTP ${status}${hint}`, {
    details,
  });
}

/** The original error is dropped on purpose: axios hangs the whole request, its headers included, onto it. */
function asAppError(error: unknown, name: string): unknown {
  if (error instanceof AppError) return error;
  const code = errorCodeOf(error);
  if (code === undefined && !isAxiosError(error)) return error;
  if (code?.startsWith('Z_')) {
    return new AppError('UPSTREAM_INVALID_ANSWER', `${name} sent a damaged answer`);
  }
  const words = code === undefined ? '' : ` (${code})`;
  return new AppError('UPSTREAM_UNAVAILABLE', `${name} cannot be reached or broke off${words}`);
}
