import { MedleyConnectionError, MedleyError, type FieldError } from '../errors';
import { Deadline } from './deadline';
import { readData, readHeaders, readText, throwIfFailed } from './read-response';
import { retryDelay } from './retry-delay';

export interface TransportOptions {
  /** Base URL of the service, without `/api/v1`. */
  baseUrl: string;
  apiKey: string;
  fetch: typeof globalThis.fetch;
  /** Maximum number of retries. */
  retriesMax: number;
  /** A response with a longer `Retry-After` is not retried. */
  retryAfterMaxMs: number;
  /** Timeout of one attempt. */
  timeoutMs: number;
  /** A stream without data for this long is treated as broken; the service sends a ping every 15 s. */
  streamSilenceMs: number;
  /** Whether fields that the service does not know are refused. */
  strict: boolean;
  onWarnings: (warnings: FieldError[]) => void;
}

export interface Request {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path relative to `/api/v1`. */
  path: string;
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  file?: Blob;
  /** Maximum number of retries; default that of the transport. */
  retries?: number;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** Time that `Prefer: wait` allows the service to delay its response; added to the timeout. */
  heldMs?: number;
  /** Called when a stream has begun. */
  onOpen?: (() => void) | undefined;
}

export interface RetryLimits {
  /** Consecutive failed attempts. */
  failures: number;
  failuresMax: number;
  atLeastMs?: number;
  signal: AbortSignal | undefined;
}

/** Sends authenticated requests to one service, with a timeout for each attempt and retries of retryable failures. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/api\/v1$/, '');
    this.#options = { ...options, baseUrl };
  }

  get retriesMax(): number {
    return this.#options.retriesMax;
  }

  /** @throws MedleyError, or the reason of the request's signal */
  async data<T>(request: Request): Promise<T> {
    const { data, warnings } = await this.#repeat(request, readData);
    if (warnings.length > 0) this.#options.onWarnings(warnings);
    return data as T;
  }

  /** @throws MedleyError, or the reason of the request's signal */
  text(request: Request): Promise<string> {
    return this.#repeat(request, readText);
  }

  /** The headers of the response. @throws MedleyError, or the reason of the request's signal */
  headers(request: Request): Promise<Headers> {
    return this.#repeat(request, readHeaders);
  }

  /**
   * Stream the body of a response; does not retry.
   * @throws MedleyError, or the reason of the request's signal
   */
  async *stream(request: Request): AsyncGenerator<Uint8Array, void, undefined> {
    const send = this.#prepare(request);
    const deadline = new Deadline(this.#options.timeoutMs, request.signal);
    try {
      const response = await send(deadline.signal);
      await throwIfFailed(response);
      request.onOpen?.();
      deadline.restart(this.#options.streamSilenceMs);
      for await (const chunk of readChunks(response.body)) {
        // The time that the consumer needs for a chunk does not count.
        deadline.pause();
        yield chunk;
        deadline.restart(this.#options.streamSilenceMs);
      }
    } catch (error) {
      throw this.#explain(error, deadline.signal);
    } finally {
      deadline.close();
    }
  }

  /** Wait before the next attempt. @throws the given error if it is not retryable or the retry limit is reached */
  async waitBeforeRetry(
    error: unknown,
    { failures, failuresMax, signal, atLeastMs = 0 }: RetryLimits,
  ): Promise<void> {
    const delay = signal?.aborted ? null : retryDelay(error, failures, this.#options.retryAfterMaxMs);
    if (delay === null || failures > failuresMax) throw error;
    await pause(Math.max(delay, atLeastMs), signal);
  }

  async #repeat<T>(request: Request, read: (response: Response) => Promise<T>): Promise<T> {
    const send = this.#prepare(request);
    const limits = { failuresMax: request.retries ?? this.#options.retriesMax, signal: request.signal };
    for (let failures = 1; ; failures += 1) {
      const deadline = new Deadline(this.#options.timeoutMs + (request.heldMs ?? 0), request.signal);
      try {
        return await read(await send(deadline.signal));
      } catch (error) {
        await this.waitBeforeRetry(this.#explain(error, deadline.signal), { failures, ...limits });
      } finally {
        deadline.close();
      }
    }
  }

  /** Build a request; returns the function that sends it. Invalid requests throw here, before the first attempt. */
  #prepare({
    method,
    path,
    query,
    body,
    file,
    headers,
  }: Request): (signal: AbortSignal) => Promise<Response> {
    const { baseUrl, apiKey, fetch, strict } = this.#options;
    const url = new URL(`${baseUrl}/api/v1${path}${writeQuery(query)}`);
    const init = {
      method,
      headers: new Headers({ Authorization: `Bearer ${apiKey}`, 'User-Agent': 'medley-client', ...headers }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file === undefined ? {} : { body: file }),
    };
    if (body !== undefined) init.headers.set('Content-Type', 'application/json');
    if (body !== undefined && strict) init.headers.append('Prefer', 'handling=strict');
    return (signal) => fetch(url, { ...init, signal });
  }

  /** Translate an error of `fetch` into a MedleyError, or into the reason of an aborted signal. */
  #explain(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    if (error instanceof MedleyError) return error;
    return new MedleyConnectionError(`No answer from ${this.#options.baseUrl}${causeOf(error)}`, error);
  }
}

/** Not by the iterator of the body itself, which some browsers lack. */
async function* readChunks(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** The reason behind the "fetch failed" of `fetch`; without `instanceof`, because the error may come from another realm. */
function causeOf(error: unknown): string {
  const { cause, message } = Object(error) as { cause?: unknown; message?: unknown };
  const { code, message: reason } = Object(cause) as { code?: unknown; message?: unknown };
  const text = [reason, code, message].find((one) => typeof one === 'string' && one !== '');
  return text === undefined ? '' : `: ${String(text)}`;
}

/** Wait for `ms`. @throws the reason of the signal */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}

function writeQuery(query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value == null) continue;
    if (typeof value !== 'object') parameters.set(name, String(value));
    else for (const [key, one] of Object.entries(value)) parameters.set(`${name}[${key}]`, String(one));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
