/** Backoff of due tasks whose handling fails. */
export const postponeLimits = {
  /** Wait after the first failure; doubled with each further one in a row. */
  waitMs: 5_000,
  waitMaxMs: 10 * 60_000,
  /** Tasks whose failures are counted. */
  countsMax: 10_000,
} as const;
