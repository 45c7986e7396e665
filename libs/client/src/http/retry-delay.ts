import { MedleyConnectionError, MedleyError, MedleyTimeoutError } from '../errors';

const FIRST_MS = 500;
const LONGEST_MS = 8_000;
const retriedStatuses: ReadonlySet<number | null> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Milliseconds to wait after so many failures in a row, or null when another attempt would not help or the service
 * asks for more patience than there is.
 */
export function retryDelay(error: unknown, failures: number, retryAfterMaxMs: number): number | null {
  if (!(error instanceof MedleyError) || !mayPass(error, failures)) return null;
  if (error.retryAfter === null) return backoff(failures);
  const asked = error.retryAfter * 1_000;
  // A bit more, so that those who were sent away together do not come back together.
  return asked > retryAfterMaxMs ? null : asked + Math.random() * FIRST_MS;
}

/** Doubles with every failure; half of it is chance. */
function backoff(failures: number): number {
  const full = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return full / 2 + Math.random() * (full / 2);
}

function mayPass(error: MedleyError, failures: number): boolean {
  if (error instanceof MedleyConnectionError || error instanceof MedleyTimeoutError) return true;
  if (error.code === 'IDEMPOTENCY_IN_PROGRESS') return true;
  // A back end that is still down half a minute later may well be one that nobody has configured.
  if (error.code === 'UPSTREAM_ERROR') return failures === 1;
  return retriedStatuses.has(error.status);
}
