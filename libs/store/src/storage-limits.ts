/** What the account document keeps of results on their way; beyond it everything is summed up anew first. */
export const storageLimits = {
  holdsMax: 100,
} as const;
