import { MedleyConnectionError, MedleyError, MedleyTimeoutError } from '../errors';

const FIRST_MS = 500;
const LONGEST_MS = 8_000;
const retriedStatuses: ReadonlySet<number | null> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * The delay in ms before the next attempt after `failures` consecutive failures; null if the error is not retryable or
 * `Retry-After` exceeds `retryAfterMaxMs`.
 */
export function retryDelay(error: unknown, failures: number, retryAfterMaxMs: number): number | null {
  if (!(error instanceof MedleyError) || !isRetryable(error, failures)) return null;
  if (error.retryAfter === null) return backoff(failures);
  const asked = error.retryAfter * 1_000;
  // Jitter, so that clients rejected at the same time do not retry at the same time.
  return asked > retryAfterMaxMs ? null : asked + Math.random() * FIRST_MS;
}

/** Exponential backoff; half of the delay is jitter. */
function backoff(failures: number): number {
  const full = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return full / 2 + Math.random() * (full / 2);
}

function isRetryable(error: MedleyError, failures: number): boolean {
  if (error instanceof MedleyConnectionError || error instanceof MedleyTimeoutError) return true;
  if (error.code === 'IDEMPOTENCY_IN_PROGRESS') return true;
  // One retry after 30 s; a back end that is still unavailable then is probably not configured.
  if (error.code === 'UPSTREAM_ERROR') return failures === 1;
  return retriedStatuses.has(error.status);
}
