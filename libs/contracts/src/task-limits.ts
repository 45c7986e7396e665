/** How long a task may take, and how often a step is tried. */
export const taskLimits = {
  /** A task that has not ended by then fails with DEADLINE_EXCEEDED. */
  deadlineMs: 6 * 3_600_000,
  /** Attempts of a step in all. */
  attemptsMax: 3,
} as const;
