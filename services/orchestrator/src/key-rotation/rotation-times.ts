/** Milliseconds of a rotation of the master key. */
export const rotationTimes = {
  /** How long reports of all processes are awaited before the rotation begins; each reports every 5 s. */
  listenMs: 12_000,
  /** After this long without a report a process is gone. */
  reportTtlMs: 20_000,
  /** After the beginning of a rotation every process seals with the new key: it looks every 2 s which one that is. */
  settleMs: 10_000,
  /** Between two rounds; doubled with each up to the longest. */
  pauseMs: 2_000,
  pauseMaxMs: 60_000,
  /** Until the state of the key is read again while there is nothing to do, or another process does it. */
  idleMs: 2_000,
  /** The shortest pause after a batch; it is as long as the batch took, so that half of the time is left to others. */
  restMs: 5,
  leaseMs: 30_000,
  /** Between two log lines about the progress. */
  logMs: 30_000,
} as const;

export type RotationTimes = { readonly [name in keyof typeof rotationTimes]: number };
