/** Limits of `source_headers` and `webhook_headers`. */
export const customHeaderLimits = {
  headersMax: 10,
  /** Characters. */
  nameMax: 100,
  valueMax: 4_096,
} as const;
