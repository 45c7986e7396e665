import { setMaxListeners } from 'node:events';

/** Runs a call when a slot is free, first in, first out. An abort ends the wait with the reason of the signal. */
export type ConcurrencyLimit = <T>(call: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Creates a limit of `count` concurrent calls, shared by all its callers. */
export function limitConcurrency(count: number): ConcurrencyLimit {
  const waiting = new Set<() => void>();
  let free = count;
  const enter = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(grant);
        signal.removeEventListener('abort', cancel);
      };
      const grant = (): void => {
        leave();
        resolve();
      };
      const cancel = (): void => {
        leave();
        reject(signal.reason as Error);
      };
      waiting.add(grant);
      // Dozens of chunks of one step may wait on the same signal: not a leak.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', cancel);
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
