/** When a claim of an attempt must wait, in milliseconds. */
export const claimLimits = {
  /** A running attempt is given to another worker when it sent no heartbeat (one every 15 s) for this long. */
  takeoverMs: 20_000,
  /** A repeated claim of the worker that has the attempt counts as a heartbeat after this long. */
  renewMs: 1_000,
} as const;
