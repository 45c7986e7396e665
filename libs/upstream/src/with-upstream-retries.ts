import { setTimeout as wait } from 'node:timers/promises';
import { AppError, backoffMs } from '@medley/kit';

export interface UpstreamRetryOptions {
  /** Calls in total. */
  tries?: number;
  /** Delay before the first retry, doubled for each further one; `Retry-After` of the upstream takes precedence. */
  firstMs?: number;
  maxMs?: number;
  /** With a longer `Retry-After` than this there is no retry. */
  retryAfterMaxMs?: number;
}

/**
 * Calls an upstream and retries after transient errors: after the delay in `Retry-After`, else with exponential backoff.
 * An abort ends the waiting at once and throws the signal's reason.
 * @throws what the last call threw
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
      await pause(delayMs, signal);
    }
  }
}

/** Milliseconds before the next call; null when the error is permanent. */
function retryDelayMs(error: unknown, failures: number, options: UpstreamRetryOptions): number | null {
  if (!(error instanceof AppError) || !error.code.startsWith('UPSTREAM_') || !error.retryable) return null;
  const { firstMs = 1_000, maxMs = 20_000, retryAfterMaxMs = 60_000 } = options;
  const wanted = error.details['retry_after_s'];
  if (typeof wanted !== 'number') return backoffMs(failures, { firstMs, maxMs });
  return wanted * 1_000 > retryAfterMaxMs ? null : wanted * 1_000;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
