/** Limits of one query for due tasks. */
export const dueLimits = {
  /** Total size of the loaded documents (BSON); a larger one is loaded alone. */
  bytesMax: 16 * 1024 ** 2,
} as const;
