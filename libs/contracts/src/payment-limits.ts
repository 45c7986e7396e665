/** How much media a step may work on for what was set aside. */
export const paymentLimits = {
  /** Media whose length is not known is paid for up to this long. */
  unknownMediaSeconds: 600,
  /** What a decoder may make of media beyond its stated length: a last packet, padding of an encoder. Not charged. */
  toleranceSeconds: 2,
  /** The same, in percent of the length. */
  tolerancePercent: 1,
} as const;
