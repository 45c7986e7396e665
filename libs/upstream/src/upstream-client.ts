import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { AppError, errorCodeOf } from '@medley/kit';
import axios, { isAxiosError, type AxiosInstance } from 'axios';
import { readJson } from './read-json';
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
}

export interface UpstreamClient {
  /**
   * POST a JSON body or a form and return the parsed JSON answer. An abort ends the request at once and throws the
   * signal's reason. @throws AppError UPSTREAM_*; the details of UPSTREAM_REFUSED hold the `status`
   */
  post(path: string, body: object, signal: AbortSignal): Promise<unknown>;
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
  return {
    async post(path, body, signal) {
      signal.throwIfAborted();
      const silence = watchSilence(settings.silenceMs);
      try {
        return await exchange(http, { path, body, signal, silence, settings });
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
    },
  };
}

interface Exchange {
  path: string;
  body: object;
  signal: AbortSignal;
  silence: SilenceWatch;
  settings: UpstreamSettings;
}

async function exchange(http: AxiosInstance, call: Exchange): Promise<unknown> {
  const { silence, settings } = call;
  const response = await http.post<Readable>(call.path, call.body, {
    signal: AbortSignal.any([call.signal, silence.signal]),
    onUploadProgress: silence.heard,
  });
  silence.heard();
  if (response.status >= 200 && response.status < 300) {
    return readJson(response.data, { ...settings, onBytes: silence.heard });
  }
  // What a refusal says may repeat the key, the address or the user's text: nobody reads it.
  response.data.destroy();
  throw refusal(response.status, settings.name);
}

function refusal(status: number, name: string): AppError {
  const details = { status };
  if (status === 429) return new AppError('UPSTREAM_RATE_LIMITED', `${name} is rate limited`, { details });
  if (status >= 500) {
    return new AppError('UPSTREAM_UNAVAILABLE', `${name} answered with HTTP ${status}`, { details });
  }
  return new AppError('UPSTREAM_REFUSED', `${name} refused the request with HTTP ${status}`, { details });
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
