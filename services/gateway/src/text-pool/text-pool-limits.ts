/** Limits of the worker pool for texts; more than any real text needs. */
export const textPoolLimits = {
  /** Threads of one gateway. */
  threads: 2,
  /** Instructions of patterns that a request may compile on the event loop: some 10 ms. */
  inlineInstructionsMax: 2_000,
  /** Time of one job in its thread. */
  timeMs: 10_000,
  /** Time of one job including the wait for a thread; less than the minute after which a reservation without a task is released. */
  timeWithWaitingMs: 30_000,
} as const;
