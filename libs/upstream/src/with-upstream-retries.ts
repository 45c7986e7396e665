import { setTimeout as wait } from 'node:timers/promises';
import { AppError, backoffMs } from '@medley/kit';

export interface UpstreamRetryOptions {
  /** Calls in all. */
  tries?: number;
  /** The pause after the first failure, doubled after each further one; not used when the upstream names its own. */
  firstMs?: number;
  maxMs?: number;
  /** An upstream that wants a longer pause than this is given up at once. */
  retryAfterMaxMs?: number;
}

/**
 * The result of a call to an upstream, tried again after failures that may pass: after the pause the upstream asks for,
 * else a growing one. An abort ends a pause at once and throws the signal's reason.
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
      const pauseMs = failures < tries ? pauseAfter(error, failures, options) : null;
      if (pauseMs === null) throw error;
      await pause(pauseMs, signal);
    }
  }
}

/** Null: another call would not help. */
function pauseAfter(error: unknown, failures: number, options: UpstreamRetryOptions): number | null {
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
