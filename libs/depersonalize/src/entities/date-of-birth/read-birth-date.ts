/** A day as somebody wrote it. */
interface WrittenDate {
  day: number;
  month: number;
  year: number;
}

const months =
  'янв фев мар апр ма июн июл авг сен окт ноя дек jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** «12.IX.1951» */
export const romanMonths: readonly string[] = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ');
const MONTHS = 12;
const CENTURY = 100;
const YOUNGEST = 30;

/** Read a date, Russian order for numbers; null when it is none. */
export function readBirthDate(written: string): WrittenDate | null {
  const [first = '', second = '', third = ''] = written.match(/\d+/g) ?? [];
  const month = readMonth(written);
  if (month !== null) {
    return /^\d{4}$/.test(first)
      ? toDate(second, month, first)
      : toDate(first, month, second === '' ? third : second);
  }
  if (third === '') return null;
  if (first.length === 4) return toDate(third, Number(second), first);
  // “12/31/1985” can only be the American order.
  return Number(second) > MONTHS
    ? toDate(second, Number(first), third)
    : toDate(first, Number(second), third);
}

function readMonth(written: string): number | null {
  for (const word of written.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const roman = romanMonths.indexOf(word);
    if (roman !== -1) return roman + 1;
    const at = months.findIndex((month) =>
      month === 'ма' ? /^ма[йяе]/u.test(word) : word.startsWith(month),
    );
    if (at !== -1) return (at % MONTHS) + 1;
  }
  return null;
}

function toDate(day: string, month: number, year: string): WrittenDate | null {
  const full =
    year.length === 2 ? Number(year) + (Number(year) > YOUNGEST ? 19 : 20) * CENTURY : Number(year);
  return month >= 1 && month <= MONTHS && day !== '' && year !== ''
    ? { day: Number(day), month, year: full }
    : null;
}

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
