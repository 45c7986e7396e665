/** Bounds of the announcements of topics. */
export const signalLimits = {
  /** A listener with more topics announces that it listens to all. */
  announcedTopicsMax: 2_000,
  /** Signals without a listener that are remembered, in case one comes. */
  unheardMax: 10_000,
  unheardMs: 5_000,
} as const;
