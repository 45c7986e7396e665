import type { FieldError } from './errors';
import type { TransportOptions } from './http/transport';

export interface MedleyOptions {
  /** Base URL of the service, e.g. `http://127.0.0.1:8080`. */
  baseUrl: string;
  /** `sk-…` */
  apiKey: string;
  /** Default: `globalThis.fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Maximum number of retries of a retryable failure; default 5. */
  maxRetries?: number;
  /** A response with a longer `Retry-After` is not retried; milliseconds, default 60,000. */
  maxRetryAfterMs?: number;
  /** Timeout of one attempt; milliseconds, default 30,000. */
  timeoutMs?: number;
  /** An event stream without data for this long is treated as broken; milliseconds, default 45,000 (pings come every 15 s). */
  streamSilenceMs?: number;
  /** Whether fields that the service does not know are refused; default: they are ignored, see `onWarnings`. */
  strict?: boolean;
  /** Called with what the service remarks about a creating request: fields that it does not know. */
  onWarnings?: (warnings: FieldError[]) => void;
}

/** The options with their defaults. */
export function transportOptionsOf(options: MedleyOptions): TransportOptions {
  return {
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    // Resolved at every call, so that a later replacement of `globalThis.fetch` is used.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    retriesMax: options.maxRetries ?? 5,
    retryAfterMaxMs: options.maxRetryAfterMs ?? 60_000,
    timeoutMs: options.timeoutMs ?? 30_000,
    streamSilenceMs: options.streamSilenceMs ?? 45_000,
    strict: options.strict ?? false,
    onWarnings: options.onWarnings ?? (() => undefined),
  };
}
