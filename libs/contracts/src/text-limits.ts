/** Limits of the data between the steps of a task and of their outputs. Lengths are code points. */
export const textLimits = {
  /** Input text of a step, joined from the steps it depends on: four times `limits.inputMax`. */
  joinedMax: 400_000,
  /** Output text of a step. Higher than `joinedMax`, because markers and restored originals lengthen a text. */
  outputTextMax: 1_600_000,
  /** The output of a step as JSON, UTF-8. */
  outputBytesMax: 16 * 1024 * 1024,
  /** The sealed mapping of a reversible depersonalization. */
  mappingBytesMax: 16 * 1024 * 1024,
} as const;
