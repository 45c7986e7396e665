/** When the message of a queued step is published again although its queue is not empty. */
export const requeueLimits = {
  /** The queue has overtaken a step when steps queued this much later were claimed. */
  overtakenMs: 5_000,
  /** Published again after this long, whatever the queue holds. */
  unclaimedMs: 300_000,
  /** Each wait is this many times as long as the one before. */
  backoffFactor: 4,
} as const;
