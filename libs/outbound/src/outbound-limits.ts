/** What a peer may do within one exchange. */
export const outboundLimits = {
  /** Answers of status 1xx before the real one. */
  informationalMax: 10,
} as const;
