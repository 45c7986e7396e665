/** Bounds of one step. */
export const llmLimits = {
  /** Duration of the whole step, all chunks of a long text included. */
  stepMs: 20 * 60_000,
  /** One answer, as bytes of the response and as characters of a stream. */
  answerBytesMax: 1024 * 1024,
  /** Corrections requested for an answer that is not valid by its schema. */
  correctionsMax: 2,
} as const;
