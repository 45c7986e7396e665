import { until } from './until';

/** The clock that the code under test sees while its timers are frozen. */
export interface FrozenTimers {
  /** The time on the clock, in Unix milliseconds. */
  now(): number;
  /** Moves the clock forward by so many milliseconds; timers that become due fire in their order. */
  advance(ms: number): Promise<void>;
  /** How often the code under test has called `setTimeout` with this many milliseconds. */
  timesSet(ms: number): number;
  /** Waits until the code under test has called `setTimeout` with this many milliseconds. */
  untilSet(ms: number): Promise<void>;
  /** Restores the clock. Timers set meanwhile never fire. */
  thaw(): void;
}

/**
 * Stops the clock of the code under test: `setTimeout`, `setInterval`, `Date` and `performance` stand still until the
 * test advances them, so that a bound in milliseconds is exact however busy the machine is. Sockets, files, threads,
 * processes, `AbortSignal.timeout` and `node:timers/promises` go on as usual. The code under test must be started afterwards.
 */
export function freezeTimers(): FrozenTimers {
  const monotonicMs = performance.now();
  jest.useFakeTimers({
    doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  });
  const frozenAt = Date.now();
  // Jest's fake clock would begin at 0, so that times taken before would lie in the future.
  const monotonic = jest
    .spyOn(performance, 'now')
    .mockImplementation(() => monotonicMs + Date.now() - frozenAt);
  const set = jest.spyOn(globalThis, 'setTimeout');
  const timesSet = (ms: number): number => set.mock.calls.filter(([, delay]) => delay === ms).length;
  return {
    now: () => Date.now(),
    advance: (ms) => jest.advanceTimersByTimeAsync(ms),
    timesSet,
    untilSet: (ms) => until(() => timesSet(ms) > 0),
    thaw: () => {
      set.mockRestore();
      monotonic.mockRestore();
      jest.useRealTimers();
    },
  };
}

/** Runs a test with {@link freezeTimers}. */
export async function withFrozenTimers<T>(test: (timers: FrozenTimers) => Promise<T>): Promise<T> {
  const timers = freezeTimers();
  try {
    return await test(timers);
  } finally {
    timers.thaw();
  }
}
