/** What one look for due tasks may load. */
export const dueLimits = {
  /** Documents in all, as BSON; one that is larger is loaded alone. */
  bytesMax: 16 * 1024 ** 2,
} as const;
