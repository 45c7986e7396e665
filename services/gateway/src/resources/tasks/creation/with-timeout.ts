import { AppError, delay } from '@medley/kit';

/**
 * Run `work` with a timeout. On timeout its signal is aborted, and `work` must undo effects that it completes later.
 * @throws AppError UPSTREAM_ERROR when it takes longer than `ms`
 */
export async function withTimeout<T>(work: (timedOut: AbortSignal) => Promise<T>, ms: number): Promise<T> {
  const clock = new AbortController();
  const timedOut = new AbortController();
  const deadline = delay(ms, clock.signal).then(() => {
    timedOut.abort();
    throw new AppError('UPSTREAM_ERROR', 'The processing back end does not answer.');
  });
  try {
    return await Promise.race([work(timedOut.signal), deadline]);
  } finally {
    clock.abort();
    deadline.catch(() => undefined);
  }
}
