/** Limits of one `transcode` step. */
export const transcodeLimits = {
  /** Size of the MP3, in bytes. */
  outputBytesMax: 1_000_000_000,
} as const;
