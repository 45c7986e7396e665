/** Limits of one `llm` step. */
export const llmLimits = {
  /** One attempt, including all chunks of a long text. */
  stepMs: 20 * 60_000,
  /** One answer: bytes of the response, characters of a stream. */
  answerBytesMax: 1024 * 1024,
  /** Corrections requested for an answer that is not valid by its schema. */
  correctionsMax: 2,
} as const;
