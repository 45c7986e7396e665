/**
 * Run calls side by side, `count` at once. The first that fails stops the others, and nothing runs any more when its
 * error is thrown.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  work: {
    count: number;
    signal: AbortSignal;
    run: (item: T, index: number, signal: AbortSignal) => Promise<R>;
  },
): Promise<R[]> {
  const stop = new AbortController();
  const signal = AbortSignal.any([work.signal, stop.signal]);
  const results: R[] = [];
  const queue = items.entries();
  const runner = async (): Promise<void> => {
    for (const [index, item] of queue) {
      signal.throwIfAborted();
      results[index] = await work.run(item, index, signal);
    }
  };
  const runners = Array.from({ length: Math.min(work.count, items.length) }, () =>
    runner().catch((error: unknown) => {
      stop.abort(error);
      throw error;
    }),
  );
  const ends = await Promise.allSettled(runners);
  work.signal.throwIfAborted();
  stop.signal.throwIfAborted();
  if (ends.some(({ status }) => status === 'rejected')) throw new Error('a failure that stopped nobody');
  return results;
}
