/** Maximum storage holds of an account document; beyond it the account is recounted first. */
export const storageLimits = {
  holdsMax: 100,
} as const;
