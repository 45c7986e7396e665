/** Limits of one `redact` step. */
export const redactLimits = {
  /** Stretches made inaudible one by one; with more, those with the shortest pauses between them are joined. */
  stretchesMax: 20_000,
  /** Time of finding them in the transcript, in its thread. */
  locateMs: 30_000,
} as const;
