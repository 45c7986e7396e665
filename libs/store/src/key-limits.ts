/** Keys of an account, see docs/limits.md. */
export const keyLimits = {
  keysMax: 100,
  nameMax: 100,
} as const;
