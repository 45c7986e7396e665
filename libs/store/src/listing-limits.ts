/** Limits of a listing of tasks. */
export const listingLimits = {
  /** Options of one step, as JSON; longer ones are left out. */
  optionsBytesMax: 2 * 1024,
  /** Retries that a task shows. */
  retriesMax: 100,
} as const;
