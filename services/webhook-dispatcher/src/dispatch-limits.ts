/** What one delivery may take from its dispatcher, beside the setting for the receiver's own time. */
export const dispatchLimits = {
  /** Due deliveries that wait for a slot, by their ids: to one host, and in all. */
  waitingPerHostMax: 100,
  waitingMax: 2_000,
  /** From the slot to the claim of the attempt: the body, the secrets, one write. */
  prepareMs: 3_000,
  /** Bodies of requests under way in all, those beyond `smallBodyBytes`. */
  bodiesBytesMax: 256 * 1024 ** 2,
  /** A body up to this size is sent whatever else is under way. */
  smallBodyBytes: 64 * 1024,
  /** A body waits for room among them this long; then its delivery is due again. */
  roomMs: 500,
  /** Of the receiver's answer, once its status has decided. */
  drainMs: 1_000,
  drainBytesMax: 16 * 1024,
  /** Attempts of a delivery whose history is kept; the scheduled ones always are. */
  attemptsKeptMax: 50,
} as const;
