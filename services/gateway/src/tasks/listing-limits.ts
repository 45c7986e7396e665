/** Bounds of `GET /tasks?include=output`. */
export const listAnswerLimits = {
  /** The whole answer, as JSON: outputs that do not fit are left out. */
  bytesMax: 8 * 1024 * 1024,
} as const;
