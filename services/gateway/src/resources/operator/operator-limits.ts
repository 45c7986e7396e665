/** What the operator may send. */
export const operatorLimits = {
  /** Characters of the name of an account or key. */
  nameMax: 100,
  /** Characters of the name of a tariff. */
  tariffMax: 50,
  /** Characters of a search. */
  searchMax: 100,
  /** Credits of one movement. */
  creditsMax: 1_000_000_000,
} as const;
