/** Limits of every worker pool. The limits of one task (time, memory) are options of each pool. */
export const workerPoolLimits = {
  /** Waiting tasks of all accounts; beyond it each account may have one. */
  waitingMax: 1_000,
  /** Waiting tasks of one account. */
  waitingPerAccountMax: 100,
  /** Time for a thread to load its module; after it the task fails as `unstarted`. */
  startMs: 30_000,
  /** An idle thread is ended after this time, which frees its memory. */
  idleMs: 30_000,
} as const;
