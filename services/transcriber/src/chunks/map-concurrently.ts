/**
 * Calls `run` for each item, at most `count` at the same time. The first failure aborts the signal of the others; it is
 * thrown after all running calls have settled.
 * @throws the first error of `run`; the reason of the signal
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  options: {
    count: number;
    signal: AbortSignal;
    run: (item: T, index: number, signal: AbortSignal) => Promise<R>;
  },
): Promise<R[]> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      signal.throwIfAborted();
      results[index] = await options.run(item, index, signal);
    }
  };
  const workers = Array.from({ length: Math.min(options.count, items.length) }, () =>
    worker().catch((error: unknown) => {
      stop.abort(error);
      throw error;
    }),
  );
  const ends = await Promise.allSettled(workers);
  options.signal.throwIfAborted();
  stop.signal.throwIfAborted();
  if (ends.some(({ status }) => status === 'rejected'))
    throw new Error('a call failed without aborting the others');
  return results;
}
