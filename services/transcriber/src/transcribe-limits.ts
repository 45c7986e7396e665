/** Limits of one `transcribe` step. */
export const transcribeLimits = {
  /** One attempt. */
  stepMs: 20 * 60_000,
  /** Converting the media to the audio format of the engines. */
  prepareMs: 15 * 60_000,
  /** One response of an engine that is called over HTTP. */
  answerBytesMax: 10 * 1024 * 1024,
} as const;
