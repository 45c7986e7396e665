/** Bounds on the work of a validation and on its answer. */
export const validationLimits = {
  /** Issues listed in a response; validation stops when it finds one more. */
  issuesMax: 50,
  /** Options of a step that are validated: no kind has so many, so at least one of them is unknown. */
  optionsMax: 64,
  /** Characters of the field path of an issue. */
  fieldMax: 300,
  /** Unknown fields of a body, or of one task of a batch, that are named in `warnings`. */
  warningsMax: 20,
} as const;
