/** What bounds the work of own rules, whatever their author writes. */
export const ownRuleLimits = {
  /** Instructions that one pattern may compile to. */
  patternInstructionsMax: 5_000,
  /** Places of one text that own rules may find. */
  matchesMax: 50_000,
} as const;
