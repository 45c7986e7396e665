/** Limits of work slots that are held beyond their time limit. */
export const slotLimits = {
  /** A slot is freed by force this long after its time limit. */
  overrunMs: 5_000,
  /** Health reports a warning for this long after a slot was freed by force. */
  warningMinutes: 15,
} as const;
