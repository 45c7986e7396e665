/** Bounds on what a server may send within one exchange. */
export const outboundLimits = {
  /** Informational (1xx) responses before the final one. */
  informationalMax: 10,
} as const;
