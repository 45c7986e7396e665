/** Limits of every request. */
export const requestLimits = {
  headersMax: 100,
  queryParametersMax: 50,
  /** Nesting of arrays and objects in a body. */
  bodyDepthMax: 32,
  /** Members of all objects of a body together. */
  bodyKeysMax: 20_000,
  /** Elements of one array. */
  bodyArrayMax: 20_000,
  /** Characters of a text that is not JSON, up to which the position of the fault is searched. */
  faultTextMax: 256 * 1024,
} as const;

/** Bodies of one task. */
export const bodyLimits = {
  bytesMax: 2 * 1024 * 1024,
  /** Elements of all arrays together: 20 steps with full lists and a large JSON Schema. */
  elementsMax: 50_000,
} as const;

/** Bodies of `POST /tasks/batch`: 30 tasks of 20 steps with full lists. */
export const batchBodyLimits = {
  bytesMax: 16 * 1024 * 1024,
  elementsMax: 750_000,
} as const;

export type BodyLimits = Readonly<Record<keyof typeof bodyLimits, number>>;
