/** Filter of the samples of the database's time. */
export const clockLimits = {
  /** A sample that differs by more must be confirmed. */
  outlierMs: 1_000,
  /** Consecutive samples that must agree with each other before an outlier is accepted. */
  confirmations: 3,
  /** Maximum slew rate, as a share of the elapsed time. */
  slewShare: 0.05,
  /** A confirmed forward offset beyond this is applied at once (stepped). */
  stepMs: 10_000,
} as const;
