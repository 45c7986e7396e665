/** What a schema of a stranger may be, and what it may take. */
export const schemaLimits = {
  /** As JSON. */
  bytesMax: 64 * 1024,
  /** Nesting of objects and arrays. */
  depthMax: 16,
  /** Objects and arrays in all. */
  nodesMax: 1_000,
  /** Characters of a `pattern`. */
  patternMax: 200,
  /** Nesting of a value that is checked. */
  valueDepthMax: 64,
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
