/** Limits of what a worker believes and remembers. */
export const workerLimits = {
  /** A message is believed for this long; the orchestrator publishes another one for the same attempt after 5 s at the earliest. */
  freshMs: 4_000,
  /** A granted claim, and each heartbeat since, is believed for this long; another worker may get the attempt after 20 s. */
  grantedMs: 16_000,
  /** How long a canceled task is remembered, so that its waiting steps are dropped. */
  canceledMs: 60_000,
  /** Canceled tasks that are remembered. */
  canceledMax: 10_000,
} as const;
