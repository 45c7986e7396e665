/** What one step may make. */
export const transcodeLimits = {
  /** The MP3. */
  outputBytesMax: 1_000_000_000,
} as const;
