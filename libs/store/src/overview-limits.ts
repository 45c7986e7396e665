/** The operator's view of what waits and runs. */
export const overviewLimits = {
  /** Unfinished tasks whose steps are counted. */
  tasksMax: 5_000,
} as const;
