/** Limits of an untrusted schema and of the work it may cause. */
export const schemaLimits = {
  /** Size of the schema as JSON. */
  bytesMax: 64 * 1024,
  /** Nesting of objects and arrays. */
  depthMax: 16,
  /** Number of objects and arrays. */
  nodesMax: 1_000,
  /** Characters of a `pattern`. */
  patternMax: 200,
  /** Nesting of a value that is validated. */
  valueDepthMax: 64,
  /** Worker threads of a checker. */
  threads: 2,
  /** Time in a thread to compile one schema or to validate one value. */
  checkMs: 1_000,
  /** Time in threads for all schemas of one request. */
  requestMs: 3_000,
  /** Check results in the cache, by hash of the schema. */
  cachedResultsMax: 1_000,
  /** How long the result "timed out" is cached before the schema is compiled again. */
  timeoutCachedMs: 60_000,
} as const;
