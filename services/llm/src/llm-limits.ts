/** What one step may take from its model. */
export const llmLimits = {
  /** The whole step, long texts in parts included. */
  stepMs: 20 * 60_000,
  /** One answer, as bytes of the response and as characters of a stream. */
  answerBytesMax: 1024 * 1024,
  /** How often an answer that does not fit its schema is sent back. */
  correctionsMax: 2,
} as const;
