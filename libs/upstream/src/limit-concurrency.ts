import { setMaxListeners } from 'node:events';

/** Runs calls as slots are free; who waits is served in order, and an abort ends the waiting at once. */
export type ConcurrencyLimit = <T>(call: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** At most `count` calls at once, shared by everybody who holds the limit. */
export function limitConcurrency(count: number): ConcurrencyLimit {
  const waiting = new Set<() => void>();
  let free = count;
  const enter = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(grant);
        signal.removeEventListener('abort', give);
      };
      const grant = (): void => {
        leave();
        resolve();
      };
      const give = (): void => {
        leave();
        reject(signal.reason as Error);
      };
      waiting.add(grant);
      // A long recording waits with dozens of pieces at one signal, and that is no leak.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', give);
    });
  return async (call, signal) => {
    signal.throwIfAborted();
    if (free > 0) free -= 1;
    else await enter(signal);
    try {
      return await call();
    } finally {
      const [next] = waiting;
      if (next) next();
      else free += 1;
    }
  };
}
