import { AppError, backoffMs, delay } from '@medley/kit';

export interface UpstreamRetryOptions {
  /** Calls in total; default 3. */
  tries?: number;
  /**
   * Delay in milliseconds before the first retry (default 1,000), doubled for each further one; `Retry-After` of the
   * upstream takes precedence.
   */
  firstMs?: number;
  /** Longest such delay in milliseconds; default 20,000. */
  maxMs?: number;
  /** A longer `Retry-After` than this (default 60,000 ms) is not waited for: the call fails. */
  retryAfterMaxMs?: number;
}

/**
 * Calls an upstream and retries after transient errors: after the delay in `Retry-After`, else with exponential backoff.
 * @throws what the last call threw; the reason of the signal
 */
export async function withUpstreamRetries<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  options: UpstreamRetryOptions = {},
): Promise<T> {
  const { tries = 3 } = options;
  for (let failures = 1; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      const delayMs = failures < tries ? retryDelayMs(error, failures, options) : null;
      if (delayMs === null) throw error;
      await delay(delayMs, signal);
    }
  }
}

/** Milliseconds before the next call; null when the error is permanent. */
function retryDelayMs(error: unknown, failures: number, options: UpstreamRetryOptions): number | null {
  if (!(error instanceof AppError) || !error.code.startsWith('UPSTREAM_') || !error.retryable) return null;
  const { firstMs = 1_000, maxMs = 20_000, retryAfterMaxMs = 60_000 } = options;
  const retryAfterS = error.details['retry_after_s'];
  if (typeof retryAfterS !== 'number') return backoffMs(failures, { firstMs, maxMs });
  return retryAfterS * 1_000 > retryAfterMaxMs ? null : retryAfterS * 1_000;
}
