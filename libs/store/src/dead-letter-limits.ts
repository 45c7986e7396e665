/** Dead letters that are kept for the operator. */
export const deadLetterLimits = {
  /** The oldest are forgotten beyond this many, checked with each new one. */
  lettersMax: 10_000,
  /** Forgotten after this long. */
  keptDays: 30,
} as const;
