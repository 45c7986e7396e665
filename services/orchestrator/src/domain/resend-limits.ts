/** When the message of a queued step is sent again although its queue is not empty. */
export const resendLimits = {
  /** Steps queued this much later have been taken by workers: the queue has passed the step by. */
  passedByMs: 5_000,
  /** Nothing is known of the queue: sent again after this long whatever it holds. */
  unheardMs: 300_000,
  /** Each time, the wait before the next is this many times as long. */
  backoffFactor: 4,
} as const;
