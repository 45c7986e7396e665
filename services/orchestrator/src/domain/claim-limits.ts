/** When a claim of an attempt must wait, in milliseconds. */
export const claimLimits = {
  /** A running attempt is given to another worker when it sent no heartbeat (one every 15 s) for this long. */
  takeoverMs: 20_000,
} as const;
