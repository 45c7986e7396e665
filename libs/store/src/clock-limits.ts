/** How far one sample of the database's time is believed. */
export const clockLimits = {
  /** A sample that differs by more is distrusted at first. */
  outlierMs: 1_000,
  /** So many in a row that agree with each other are believed. */
  confirmations: 3,
  /** Share of the time that passes by which the clock may run fast or slow. */
  slewShare: 0.05,
  /** A confirmed step ahead beyond this is taken at once. */
  stepMs: 10_000,
} as const;
