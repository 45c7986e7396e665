/** What bounds the work of own rules in the pii service. */
export const piiLimits = {
  /** Time of one pattern on one text, in its thread. Linear as they are, some take a pass for each match. */
  patternMs: 900,
} as const;
