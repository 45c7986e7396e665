/** Bounds on the work of a validation and on its answer. */
export const validationLimits = {
  /** Faults told; a validation ends when it has found one more. */
  faultsMax: 50,
  /** Options of a step that are looked at: no kind has as many, so one of them is a fault already. */
  optionsMax: 64,
  /** Characters of a field's path in a fault. */
  fieldMax: 300,
} as const;
