import type { SpokenNumber } from './read-numbers';
import { textAfter, textBefore } from '../spans';

/** Words that make numbers beside them a birthday. */
const birthBefore =
  /(?<!\p{L})(?:рожд[её]?н|родил|родив|д\.? ?р(?!\p{L})|born|birth|d\.?o\.?b)(?![^\n]*[.?!][^\n]*[.?!])[^\n\d]{0,60}(?:\n[^\n\d]{0,40})?$/iu;
const birthAfter =
  /^[ .,]{0,2}(?:года? )?(?:рожд|date of birth|is (?:my|his|her|the) (?:birth|date of birth|dob))/iu;
const BEFORE = 110;
const AFTER = 32;
const MONTHS = 12;
const DAYS = 31;
const PARTS = 3;

export interface SpokenDate {
  written: string;
  /** Index of the first number behind it. */
  next: number;
  isBirthday: boolean;
}

/**
 * A date said in numbers alone that begins at a number: «двенадцатое ноль третье восемьдесят пятого», “oh six twenty
 * three seventy nine”. Of cardinals only where a birthday is spoken of.
 */
export function readSpokenDate(
  text: string,
  numbers: readonly SpokenNumber[],
  at: number,
): SpokenDate | null {
  const first = numbers[at];
  if (!mayBegin(first)) return null;
  const parts = readParts(numbers, at);
  const [one, two, year] = parts.map(({ digits }) => digits);
  if (year === undefined || !isDayAndMonth(Number(one), Number(two))) return null;
  const next = parts.reduce((from, { count }) => from + count, at);
  const isOver = (numbers[next]?.follows ?? null) === null;
  const isBirthday = isOver && isOfBirth(text, first.start, numbers[next - 1]?.end ?? first.end);
  const isDated = first.language === 'ru' && parts.filter(({ isOrdinal }) => isOrdinal).length >= 2;
  if (!isDated && !isBirthday) return null;
  return { written: [one, two, year].join(first.language === 'ru' ? '.' : '/'), next, isBirthday };
}

/** Digits are dates as they are written; English ordinals stand beside months. */
function mayBegin(number: SpokenNumber | undefined): number is SpokenNumber {
  return number !== undefined && number.language !== null && number.ordinal !== 'en';
}

interface Part {
  digits: string;
  /** So many numbers it is said in. */
  count: number;
  isOrdinal: boolean;
}

/** Day, month and year, as far as numbers follow each other. */
function readParts(numbers: readonly SpokenNumber[], at: number): Part[] {
  const parts: Part[] = [];
  let next = at;
  while (parts.length < PARTS) {
    const rest = numbers.slice(next, next + PARTS);
    if (rest[0] === undefined || rest[0].isCount || (next > at && rest[0].follows === null)) break;
    const part = parts.length === PARTS - 1 ? readYear(rest) : readPart(rest);
    if (part === null) break;
    parts.push(part);
    next += part.count;
  }
  return parts;
}

function isDayAndMonth(one: number, two: number): boolean {
  const fits = (day: number, month: number): boolean =>
    day >= 1 && day <= DAYS && month >= 1 && month <= MONTHS;
  return fits(one, two) || fits(two, one);
}

function isOfBirth(text: string, start: number, end: number): boolean {
  return birthBefore.test(textBefore(text, start, BEFORE)) || birthAfter.test(textAfter(text, end, AFTER));
}

/** The first `count` numbers written as one. */
function join(numbers: readonly SpokenNumber[], count: number): Part {
  const own = numbers.slice(0, count);
  return {
    digits: own.map(({ digits }) => digits).join(''),
    count,
    isOrdinal: own.at(-1)?.ordinal !== null,
  };
}

const isDigitBehind = (number: SpokenNumber | undefined): boolean =>
  number?.follows === 'tight' && number.digits.length === 1;

/** One or two digits, a zero before them or not. */
function readPart(numbers: readonly SpokenNumber[]): Part | null {
  const { digits = '' } = numbers[0] ?? {};
  if (digits === '0') return isDigitBehind(numbers[1]) ? join(numbers, 2) : null;
  return digits.length <= 2 ? join(numbers, 1) : null;
}

/** Two or four digits, in one number or in two: “nineteen oh four”, «восемьдесят пятого». */
function readYear(numbers: readonly SpokenNumber[]): Part | null {
  const { digits = '' } = numbers[0] ?? {};
  const second = numbers[1];
  if (/^(?:19|20)$/.test(digits) && second?.follows === 'tight') {
    if (second.digits.length === 2) return join(numbers, 2);
    if (second.digits === '0' && isDigitBehind(numbers[2])) return join(numbers, 3);
  }
  if (digits === '0') return isDigitBehind(second) ? join(numbers, 2) : null;
  return /^(?:1[89]\d\d|20\d\d|\d\d)$/.test(digits) ? join(numbers, 1) : null;
}
