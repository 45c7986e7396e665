/** What measuring the length of media may take; it looks at hostile bytes. */
export const measureLimits = {
  /** The whole measurement; what takes longer has no known length. */
  measureMs: 30_000,
  heapMegabytes: 128,
  /** Bytes asked for in one read: the largest index of a file that is believed. */
  readBytesMax: 64 * 1024 ** 2,
} as const;
