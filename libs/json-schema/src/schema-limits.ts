/** What schemas of strangers may take; the caps of a schema itself stand in `schema-caps.ts`. */
export const schemaLimits = {
  /** Threads of a checker. */
  threads: 2,
  /** Time in a thread to compile one schema, or to check one value by it. */
  checkMs: 1_000,
  /** Time in threads for all schemas of one request. */
  requestMs: 3_000,
  /** Verdicts on schemas that are remembered, by hash. */
  verdictsMax: 1_000,
  /** How long a schema that took too long is refused without being tried again. */
  slowVerdictMs: 60_000,
} as const;
