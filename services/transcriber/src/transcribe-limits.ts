/** What one step may take from its engine. */
export const transcribeLimits = {
  /** The whole step. */
  stepMs: 20 * 60_000,
  /** Preparing the sound of the media for the engine. */
  prepareMs: 15 * 60_000,
  /** One answer of an engine that is reached over HTTP. */
  answerBytesMax: 10 * 1024 * 1024,
} as const;
