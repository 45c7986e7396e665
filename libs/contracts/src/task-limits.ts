/** Deadline of a task and attempts of a step. */
export const taskLimits = {
  /** A task that has not ended by then fails with DEADLINE_EXCEEDED. */
  deadlineMs: 6 * 3_600_000,
  /** The least a client may set instead (`timeout`). */
  timeoutMinMs: 60_000,
  /** Maximum attempts of a step. */
  attemptsMax: 3,
} as const;
