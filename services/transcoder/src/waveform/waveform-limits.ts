/** Limits of a waveform. */
export const waveformLimits = {
  /** Pairs of a lowest and a highest sample; even. */
  pairsMax: 2_000,
  /** Time of reducing the sound to them. */
  measureMs: 5 * 60_000,
} as const;
