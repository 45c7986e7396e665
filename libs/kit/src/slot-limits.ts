/** How long slots for work may be held beyond the deadlines of the work. */
export const slotLimits = {
  /** This much past its time limit a slot is freed by force. */
  overrunMs: 5_000,
  /** For this long after a slot was freed by force, health warns of it. */
  warningMinutes: 15,
} as const;
