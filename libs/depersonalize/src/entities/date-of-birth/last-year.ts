/** Youngest ages, in years, of those of whom a date without a label is believed to be a birthday. */
const youngest = {
  /** Nothing but a name beside it. */
  bare: 21,
  grown: 18,
  /** In a list of names and dates. */
  named: 11,
  own: 8,
  pupil: 7,
  child: 5,
  /** In a list of children. */
  listed: 4,
  newborn: 0,
} as const;

export type AgeGroup = keyof typeof youngest;

/** The last year in which somebody of a group may have been born; a later date is more likely that of a paper. */
export function lastYearOf(group: AgeGroup): number {
  return new Date().getFullYear() - youngest[group];
}
