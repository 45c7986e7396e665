/** Keys of an account, see docs/limits.md. */
export const keyLimits = {
  keysMax: 100,
  nameMax: 100,
  /** Credits of a budget. */
  budgetCreditsMax: 1_000_000_000,
} as const;
