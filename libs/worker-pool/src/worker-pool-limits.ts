/** What every pool of worker threads keeps to; time and memory of a task are the affair of each pool. */
export const workerPoolLimits = {
  /** Tasks of all accounts that wait for a thread; beyond it each account may have one. */
  waitingMax: 1_000,
  /** Tasks of one account that wait for a thread. */
  waitingPerAccountMax: 100,
  /** A thread that has not loaded its module by then fails the task that wanted it. */
  startMs: 30_000,
  /** A thread without work ends after this time and gives its memory back. */
  idleMs: 30_000,
} as const;
