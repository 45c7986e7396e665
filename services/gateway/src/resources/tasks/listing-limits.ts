/** Limits of `GET /tasks?include=output`. */
export const listResponseLimits = {
  /** The response as JSON; outputs that do not fit are omitted. */
  bytesMax: 8 * 1024 * 1024,
} as const;
