import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { AppError, errorCodeOf } from '@medley/kit';
import type { Span } from '@medley/tracing';
import axios, { isAxiosError, type AxiosInstance } from 'axios';
import { readEvents } from './read-events';
import { readJson } from './read-json';
import { readRefusal } from './read-refusal';
import { readRetryAfter } from './read-retry-after';
import { traceRequest } from './trace-request';
import { startIdleTimeout, type IdleTimeout } from './idle-timeout';

/** Settings of the client of one upstream. */
export interface UpstreamSettings {
  /** Names the upstream in error messages for users: `the speech engine`. */
  name: string;
  baseUrl: string;
  /** Headers with secrets; never part of errors or logs. */
  headers: Readonly<Record<string, string>>;
  /** Limit of a JSON response. */
  answerBytesMax: number;
  /** Idle timeout: milliseconds without a byte after which the request is aborted. */
  silenceMs: number;
  /**
   * Classifies the JSON body of a refusal (HTTP 4xx) for `details.reason`; null when it is unknown. Without this function
   * bodies of refusals are not read.
   */
  reasonOf?: (body: unknown) => string | null;
  /** Called after each request with its duration and its end: `ok`, or the code of the error, `CANCELED` for an abort. */
  onEnd?: (seconds: number, outcome: string) => void;
}

/** A POST request. */
interface UpstreamRequest {
  /** Relative to `baseUrl`. */
  path: string;
  query?: URLSearchParams;
  /** A form, a plain object (sent as JSON), or raw bytes: a Blob with its type, a Buffer, a stream. */
  body: object;
  /** The content type of a Buffer or a stream. */
  contentType?: string;
  /** Called with the data of each event when the response is an event stream; an exception aborts the request. */
  onEvent?: (data: string) => void;
}

export interface UpstreamClient {
  /** POSTs a JSON body or a form and returns the parsed JSON response. @throws as `send` */
  post(path: string, body: object, signal: AbortSignal): Promise<unknown>;
  /**
   * Sends a POST and returns the parsed JSON response, or undefined after an event stream, which is read to its end.
   * @throws AppError UPSTREAM_*, after an error status with `details.status` and, when known, `details.retry_after_s` and
   * `details.reason` (from `reasonOf`); the reason of the signal
   */
  send(request: UpstreamRequest, signal: AbortSignal): Promise<unknown>;
}

/**
 * Creates a client for a server that the operator configured: private addresses are allowed. It follows no redirects and
 * ignores proxy settings of the environment. Errors never contain responses, addresses or keys.
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
    // Responses take seconds: a new connection costs little in comparison and is never stale.
    httpAgent: new HttpAgent({ keepAlive: false }),
    httpsAgent: new HttpsAgent({ keepAlive: false }),
  });
  const send: UpstreamClient['send'] = async (request, signal) => {
    signal.throwIfAborted();
    const idle = startIdleTimeout(settings.silenceMs);
    const startedAt = performance.now();
    let outcome = 'CANCELED';
    try {
      const answer = await traceRequest(settings.baseUrl, (span) =>
        exchange(http, { request, signal, idle, settings, span }),
      );
      outcome = 'ok';
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      const failure = idle.signal.aborted ? silent(settings) : toAppError(error, settings.name);
      outcome = failure instanceof AppError ? failure.code : 'INTERNAL_ERROR';
      throw failure;
    } finally {
      idle.stop();
      settings.onEnd?.((performance.now() - startedAt) / 1_000, outcome);
    }
  };
  return { send, post: (path, body, signal) => send({ path, body }, signal) };
}

function silent({ name, silenceMs }: UpstreamSettings): AppError {
  return new AppError('UPSTREAM_TIMEOUT', `${name} was silent for ${silenceMs / 1_000} s`);
}

interface Exchange {
  request: UpstreamRequest;
  signal: AbortSignal;
  idle: IdleTimeout;
  settings: UpstreamSettings;
  span: Span;
}

async function exchange(http: AxiosInstance, call: Exchange): Promise<unknown> {
  const { request, idle, settings, span } = call;
  const { traceparent } = span;
  const response = await http.post<Readable>(request.path, request.body, {
    ...(request.query ? { params: request.query } : {}),
    headers: {
      ...(request.contentType !== undefined && { 'Content-Type': request.contentType }),
      ...(traceparent !== undefined && { traceparent }),
    },
    signal: AbortSignal.any([call.signal, idle.signal]),
    onUploadProgress: idle.reset,
  });
  idle.reset();
  span.set({ 'http.response.status_code': response.status });
  if (response.status >= 200 && response.status < 300) {
    const { onEvent } = request;
    const isStream = /^text\/event-stream\b/i.test(String(response.headers['content-type']));
    if (onEvent && isStream) {
      await readEvents(response.data, { name: settings.name, onBytes: idle.reset, onEvent });
      return undefined;
    }
    return readJson(response.data, { ...settings, onBytes: idle.reset });
  }
  const reason = await reasonOf(response, settings);
  throw refusal(settings.name, {
    status: response.status,
    retryAfterS: readRetryAfter(response.headers['retry-after']),
    reason,
  });
}

/** The body of a refusal may contain the key, the address or user text, so it is classified and not passed on. */
async function reasonOf(
  { status, data }: { status: number; data: Readable },
  settings: UpstreamSettings,
): Promise<string | null> {
  if (settings.reasonOf && status >= 400 && status < 500) return settings.reasonOf(await readRefusal(data));
  data.destroy();
  return null;
}

/** Explains statuses, because the texts of upstreams are not repeated. */
const hints: ReadonlyMap<number, string> = new Map([
  [401, ': its key is missing or wrong'],
  [403, ': its key may not do this'],
  [404, ': it knows no such model, or its address is wrong'],
]);

interface Refusal {
  status: number;
  retryAfterS: number | null;
  reason: string | null;
}

function refusal(name: string, { status, retryAfterS, reason }: Refusal): AppError {
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

/** Drops the original error on purpose: axios attaches the whole request, with its headers, to it. */
function toAppError(error: unknown, name: string): unknown {
  if (error instanceof AppError) return error;
  const code = errorCodeOf(error);
  if (code === undefined && !isAxiosError(error)) return error;
  if (code?.startsWith('Z_')) {
    return new AppError('UPSTREAM_INVALID_ANSWER', `${name} sent a damaged answer`);
  }
  const suffix = code === undefined ? '' : ` (${code})`;
  return new AppError('UPSTREAM_UNAVAILABLE', `${name} cannot be reached or broke off${suffix}`);
}
