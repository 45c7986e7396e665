/** Bounds of an envelope. */
export const envelopeLimits = {
  itemsMax: 64,
  /** A larger body goes alone. */
  bytesMax: 256 * 1024,
} as const;
