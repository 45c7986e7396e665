/** Bounds of a question about the usage of an account. */
export const usageLimits = {
  periodDays: 366,
} as const;
