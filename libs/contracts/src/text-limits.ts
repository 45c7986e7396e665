/** Bounds of what flows between the steps of a task and out of them. Lengths are code points. */
export const textLimits = {
  /** The text a step works on, joined from the steps it depends on: four times what a task may bring. */
  joinedMax: 400_000,
  /** The text a step gives. Longer than what it may take: markers and restored originals make text grow. */
  outputTextMax: 1_600_000,
  /** The output of a step as JSON, UTF-8. */
  outputBytesMax: 16 * 1024 * 1024,
  /** The sealed mapping of a reversible depersonalization. */
  mappingBytesMax: 16 * 1024 * 1024,
} as const;
