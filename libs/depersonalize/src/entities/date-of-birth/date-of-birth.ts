import { type EntityKind, kindWords, lettersAndDigits, longNumber } from '../entity-kind';
import { birthdaysByContext } from './birthdays-by-context';
import { detectDateOfBirth } from './detect';
import { readBirthDate, romanMonths } from './read-birth-date';
import type { Fake, Random } from '../../fakes/fake';

/** Names of months by language, case and length, each list in the order of the year. */
const monthLists = [
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь',
  'январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре',
  'янв фев мар апр мая июн июл авг сен окт ноя дек',
  'янв февр марта апр мая июня июля авг сент окт нояб дек',
  'january february march april may june july august september october november december',
  'jan feb mar apr may jun jul aug sep oct nov dec',
  romanMonths.join(' '),
].map((list) => list.split(' '));

const DAYS = 28;
const MONTHS = 12;
const TEN = 10;

/** A number with as many digits, so that it may be written as the original is. */
function drawAlike(known: number | undefined, random: Random, most: number): number {
  return known === undefined || known < TEN ? 1 + random.below(TEN - 1) : TEN + random.below(most - TEN + 1);
}

/** Another day of nearly the same age, in the same words and order; Russian order for numbers alone. */
const fakeBirthDate: Fake = (written, { random }) => {
  const known = readBirthDate(written);
  const day = drawAlike(known?.day, random, DAYS);
  const month = drawAlike(known?.month, random, MONTHS);
  const shift = (1 + random.below(3)) * (random.below(2) === 0 ? 1 : -1);
  if (!known) return fakeYear(written, shift);
  // Nobody is born in the year to come.
  const year = known.year + (known.year + shift >= new Date().getFullYear() ? -Math.abs(shift) : shift);
  const withMonth = replaceMonth(written, month);
  const isNamed = withMonth !== null;
  const numbers = isNamed ? [day, year] : orderOf(written, { day, month, year });
  let at = 0;
  return (withMonth ?? written).replace(/\d+(?:st|nd|rd|th)?/g, (old) => {
    const isYearFirst = isNamed && at === 0 && /^\d{4}$/.test(old);
    if (isYearFirst) numbers.reverse();
    const value = numbers[at];
    at += 1;
    return value === undefined ? old : like(old, value);
  });
};

function orderOf(
  written: string,
  { day, month, year }: { day: number; month: number; year: number },
): number[] {
  const [first = '', second = ''] = written.match(/\d+/g) ?? [];
  if (first.length === 4) return [year, month, day];
  return Number(second) > 12 ? [month, day, year] : [day, month, year];
}

/** As many digits as before; “3rd” becomes “4th”. */
function like(old: string, value: number): string {
  const digits = old.replace(/\D/g, '');
  if (digits !== old) return `${value}${ordinal(value)}`;
  return digits.length === 2 ? String(value % 100).padStart(2, '0') : String(value);
}

function ordinal(value: number): string {
  if (value > 10 && value < 14) return 'th';
  return ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th';
}

function replaceMonth(written: string, month: number): string | null {
  let found: string | null = null;
  for (const [word] of written.matchAll(/\p{L}+/gu)) {
    const list = monthLists.find((names) => names.includes(word.toLowerCase()));
    const name = list?.[month - 1];
    if (name === undefined) continue;
    const shaped =
      word === word.toUpperCase()
        ? name.toUpperCase()
        : word[0] === word[0]?.toUpperCase()
          ? name.slice(0, 1).toUpperCase() + name.slice(1)
          : name;
    found = written.replace(word, shaped);
    break;
  }
  return found;
}

/** Only a year, or a date in words: no original may stay. */
function fakeYear(written: string, shift: number): string {
  const made = written.replace(/\d{4}/, (year) => String(Number(year) - Math.abs(shift)));
  return made === written ? `0${Math.abs(shift)}.0${Math.abs(shift)}.${1980 + shift}` : made;
}

/** «12.03.1985», «12 марта 1985 г.» and «1985-03-12» are one day. */
function normalise(value: string): string {
  const date = readBirthDate(value);
  return date ? [date.year, date.month, date.day].join('-') : lettersAndDigits(value);
}

/** Birthdays. */
export const dateOfBirth: EntityKind = {
  detect: detectDateOfBirth,
  detectByContext: birthdaysByContext,
  fake: fakeBirthDate,
  normalise: normalise,
  ...kindWords('date-of-birth'),
  markerWords: ['ДАТА_РОЖДЕНИЯ'],
  traits: {
    hasShortNumbers: true,
    neverLooksLikePhone: true,
    provesPerson: longNumber,
    isBesideAccounts: true,
  },
};
