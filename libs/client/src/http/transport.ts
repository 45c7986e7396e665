import { setTimeout as sleep } from 'node:timers/promises';
import { MedleyConnectionError, MedleyError } from '../errors';
import { Deadline } from './deadline';
import { readData, readText, refuseFailure } from './read-answer';
import { retryDelay } from './retry-delay';

export interface TransportOptions {
  /** Where the service is, without `/api/v1`. */
  baseUrl: string;
  apiKey: string;
  fetch: typeof globalThis.fetch;
  /** Attempts after the first one. */
  retriesMax: number;
  /** The longest `Retry-After` that is waited for. */
  retryAfterMaxMs: number;
  /** For one attempt. */
  timeoutMs: number;
  /** A stream that is silent for so long is broken: the service pings every 15 s. */
  streamSilenceMs: number;
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v1`. */
  path: string;
  query?: object | undefined;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** How long the service was asked to hold its answer back. */
  heldMs?: number;
}

export interface Patience {
  /** Attempts in a row that have failed. */
  failures: number;
  failuresMax: number;
  atLeastMs?: number;
  signal: AbortSignal | undefined;
}

/** Requests to one service: authenticated, limited in time, repeated where that may help. */
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
    return (await this.#repeat(request, readData)) as T;
  }

  /** @throws MedleyError, or the reason of the request's signal */
  text(request: Request): Promise<string> {
    return this.#repeat(request, readText);
  }

  /**
   * The bytes of an answer as they come, from one single attempt.
   * @throws MedleyError, or the reason of the request's signal
   */
  async *stream(request: Request): AsyncGenerator<Uint8Array, void, undefined> {
    const send = this.#prepare(request);
    const deadline = new Deadline(this.#options.timeoutMs, request.signal);
    try {
      const response = await send(deadline.signal);
      await refuseFailure(response);
      deadline.restart(this.#options.streamSilenceMs);
      for await (const chunk of response.body ?? []) {
        // Whoever reads may take their time.
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

  /** Wait as long as is right before the next attempt. @throws the error when there shall be none */
  async pauseAfter(
    error: unknown,
    { failures, failuresMax, signal, atLeastMs = 0 }: Patience,
  ): Promise<void> {
    const delay = signal?.aborted ? null : retryDelay(error, failures, this.#options.retryAfterMaxMs);
    if (delay === null || failures > failuresMax) throw error;
    await pause(Math.max(delay, atLeastMs), signal);
  }

  async #repeat<T>(request: Request, read: (response: Response) => Promise<T>): Promise<T> {
    const send = this.#prepare(request);
    const limits = { failuresMax: this.#options.retriesMax, signal: request.signal };
    for (let failures = 1; ; failures += 1) {
      const deadline = new Deadline(this.#options.timeoutMs + (request.heldMs ?? 0), request.signal);
      try {
        return await read(await send(deadline.signal));
      } catch (error) {
        await this.pauseAfter(this.#explain(error, deadline.signal), { failures, ...limits });
      } finally {
        deadline.close();
      }
    }
  }

  /** How to send a request. What is wrong with it by itself is thrown here, before any attempt. */
  #prepare({ method, path, query, body, headers }: Request): (signal: AbortSignal) => Promise<Response> {
    const { baseUrl, apiKey, fetch } = this.#options;
    const url = new URL(`${baseUrl}/api/v1${path}${writeQuery(query)}`);
    const init = {
      method,
      headers: new Headers({ Authorization: `Bearer ${apiKey}`, 'User-Agent': 'medley-client', ...headers }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    if (body !== undefined) init.headers.set('Content-Type', 'application/json');
    return (signal) => fetch(url, { ...init, signal });
  }

  /** What really happened when a request ended in `error`. */
  #explain(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    if (error instanceof MedleyError) return error;
    return new MedleyConnectionError(`No answer from ${this.#options.baseUrl}${causeOf(error)}`, error);
  }
}

/** What `fetch` keeps behind its "fetch failed"; not by instanceof, for the error may be of another realm. */
function causeOf(error: unknown): string {
  const { cause, message } = Object(error) as { cause?: unknown; message?: unknown };
  const { code, message: reason } = Object(cause) as { code?: unknown; message?: unknown };
  const text = [reason, code, message].find((one) => typeof one === 'string' && one !== '');
  return text === undefined ? '' : `: ${String(text)}`;
}

/** Wait. @throws the reason of the signal */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
}

function writeQuery(query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
