/** How much media a step may process under its reservation. */
export const paymentLimits = {
  /** Seconds reserved for media of unknown length. */
  unknownMediaSeconds: 600,
  /** Seconds a decoder may output beyond the stated length (last packet, encoder padding). Not charged. */
  toleranceSeconds: 2,
  /** The same, in percent of the length. */
  tolerancePercent: 1,
} as const;
