/** Bounds of deliveries, in addition to the settings. */
export const dispatchLimits = {
  /** Due deliveries that wait for a slot: those of one account to one address, and in total. */
  waitingPerAddressMax: 100,
  waitingMax: 2_000,
  /** Time from the slot to the claim of the attempt: reading the body and the secrets, one write. */
  prepareMs: 3_000,
  /** Bodies over `smallBodyBytes` of all requests in flight. */
  bodiesBytesMax: 256 * 1024 ** 2,
  /** Bodies up to this size need no reservation. */
  smallBodyBytes: 64 * 1024,
  /** Longest wait for the reservation of a body; then its delivery is due again. */
  roomMs: 500,
  /** Time and bytes of the receiver's response body that are read after its status. */
  drainMs: 1_000,
  drainBytesMax: 16 * 1024,
  /** Attempts kept in the history of a delivery; scheduled ones are always kept. */
  attemptsKeptMax: 50,
} as const;
