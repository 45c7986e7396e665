/** Limits of measuring the duration of one file, which may be malformed on purpose. */
export const measureLimits = {
  /** Beyond it the duration of the file is unknown. */
  measureMs: 30_000,
  /** Heap of the thread, in MiB. */
  heapMegabytes: 128,
  /** Bytes requested in one read: bounds the index of a file. */
  readBytesMax: 64 * 1024 ** 2,
} as const;
