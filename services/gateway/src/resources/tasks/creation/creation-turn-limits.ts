/** When the first steps of new tasks await the turn of their account. */
export const creationTurnLimits = {
  /** Tasks that an account creates in a second at this gateway, less those seen to end, whose first steps need no turn. */
  directPerSecond: 8,
  /** Accounts whose rate is remembered; beyond it the oldest is forgotten. */
  accountsMax: 10_000,
} as const;
