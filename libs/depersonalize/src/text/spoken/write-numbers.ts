import { digitSequences, isCounting, toSequence, type DigitSequence } from './digit-sequences';
import type { SpokenNumber } from './read-numbers';
import { readSpokenDate } from './read-spoken-date';
import type { Rewrite } from './written-text';
import { alternatives } from '../word-lists';
import { textAfter, textBefore } from '../spans';

const oneOf = alternatives('text');

/** Fewer digits with pauses between are several numbers. */
const PAUSED_MIN = 5;
const DIGITS_MAX = 20;
const plusBefore = /(?<!\p{L})(?:плюс|plus) $/iu;
const strokeBetween = /^ (?:дробь|сл[еэ]ш|slash) $/iu;

/** A stretch in which numbers are written in digits, and the sequence it stands for. */
export interface NumberRewrite extends Rewrite {
  sequence: DigitSequence;
  /** A date where a birthday is spoken of. */
  isBirthday?: boolean;
}

/** How the numbers of a text are written: sequences without a blank, dates with full stops, ordinals with their ending. */
export function writeNumbers(text: string, numbers: readonly SpokenNumber[]): NumberRewrite[] {
  const rewrites: NumberRewrite[] = [];
  let rest: SpokenNumber[] = [];
  const flush = (): void => {
    for (const sequence of digitSequences(rest)) rewrites.push(...writeSequence(text, sequence));
    rest = [];
  };
  for (let at = 0; at < numbers.length;) {
    const date = readSpokenDate(text, numbers, at);
    const number = numbers[at];
    if (number === undefined) break;
    if (date === null) {
      rest.push(number);
      at += 1;
      continue;
    }
    flush();
    const sequence = toSequence(numbers.slice(at, date.next));
    rewrites.push({ ...sequence, written: date.written, sequence, isBirthday: date.isBirthday });
    at = date.next;
  }
  flush();
  return withStrokes(text, rewrites);
}

function writeSequence(text: string, sequence: DigitSequence): NumberRewrite[] {
  const { numbers, isSpoken } = sequence;
  if (!isSpoken || !isRead(text, sequence)) return [];
  const digits = dialledDigits(numbers);
  const isPaused = numbers.slice(1).some(({ follows }) => follows === 'soft');
  if (digits.length <= DIGITS_MAX && (!isPaused || digits.length >= PAUSED_MIN)) {
    const plus = plusBefore.exec(textBefore(text, sequence.start, 6))?.[0] ?? '';
    const start = sequence.start - plus.length;
    const written = numbers.length === 1 ? (writeYear(text, sequence) ?? writeNumber(numbers[0])) : digits;
    return [{ start, end: sequence.end, written: `${plus === '' ? '' : '+'}${written}`, sequence }];
  }
  const parts = isCounting(sequence) ? null : splitDialled(numbers);
  const each = parts ?? numbers.map((number) => [number]);
  return each
    .map(toSequence)
    .filter((part) => part.isSpoken)
    .map((part) => ({
      start: part.start,
      end: part.end,
      written: part.numbers.length === 1 ? writeNumber(part.numbers[0]) : part.digits,
      sequence: part,
    }));
}

/** What an ordinal is part of: a date, a year, a street with a number. */
const months = '(?:январ|феврал|март|апрел|ма[яйе](?!\\p{L})|июн|июл|август|сентябр|октябр|ноябр|декабр)';
const datedAfter = new RegExp(`^[ ,]{1,2}(?:${months}|год)`, 'iu');
const datedBefore = new RegExp(`(?:${months}\\p{L}{0,3}|год[ауе]?)[ ,]{1,2}$`, 'iu');
const streetAfter =
  /^ (?:лини|просек|улиц|алле|парков|советск|садов|\p{L}{3,16}(?:ая|ую|ой)(?!\p{L})[ ,]|проезд|переул|микрорайон|квартал|тупик|проспект)/iu;
const monthBefore = new RegExp(`${months}\\p{L}{0,3}[ ,]{1,2}$`, 'iu');
const englishMonths =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december)';
const englishAfter = new RegExp(
  `^(?: (?:day )?(?:of )?${englishMonths}| ${oneOf('streets-after-ordinal')}(?!\\p{L}))`,
  'iu',
);
const englishBefore = new RegExp(`${englishMonths},? (?:the )?$`, 'iu');
const AROUND = 24;
/** Years of two digits up to it are of this century. */
const CENTURY_TURN = 30;

/** «третий день», “the first three months”: an ordinal is a number only in a date and in the name of a street. */
function isRead(text: string, { numbers: [number], start, end }: DigitSequence): boolean {
  const ordinal = number?.ordinal ?? null;
  if (ordinal === null) return true;
  const after = textAfter(text, end, AROUND);
  if (ordinal === 'en')
    return englishAfter.test(after) || englishBefore.test(textBefore(text, start, AROUND));
  if (ordinal !== 'ru') return streetAfter.test(after);
  return datedAfter.test(after) || datedBefore.test(textBefore(text, start, AROUND));
}

/** «августа сорок седьмого»: the century that nobody says. */
function writeYear(text: string, { numbers: [number], start }: DigitSequence): string | null {
  if (number?.ordinal !== 'ru' || number.digits.length > 2) return null;
  if (!monthBefore.test(textBefore(text, start, AROUND))) return null;
  const year = number.digits.padStart(2, '0');
  return `${Number(year) > CENTURY_TURN ? '19' : '20'}${year}`;
}

const usualLengths: ReadonlySet<number> = new Set([6, 7, 9, 10, 11, 12, 13, 15, 16, 20]);

/** «девятьсот ноль восемь» is 908 where 900 and 08 would be too many digits for any number. */
function dialledDigits(numbers: readonly SpokenNumber[]): string {
  const plain = numbers.map(({ digits }) => digits).join('');
  if (usualLengths.has(plain.length)) return plain;
  const short = numbers
    .map(({ digits }, i) => {
      const [zero, unit] = [numbers[i + 1]?.digits, numbers[i + 2]?.digits];
      return /^[1-9]00$/.test(digits) && zero === '0' && unit?.length === 1 ? digits.slice(0, 1) : digits;
    })
    .join('');
  return usualLengths.has(short.length) ? short : plain;
}

/** Telephone numbers one behind the other; null: there is something else. */
function splitDialled(numbers: readonly SpokenNumber[]): SpokenNumber[][] | null {
  const parts: SpokenNumber[][] = [];
  let part: SpokenNumber[] = [];
  for (const number of numbers) {
    part.push(number);
    const digits = part.map((one) => one.digits).join('');
    if (digits.length > 11) return null;
    if (/^(?:[78][3489]\d{9}|9\d{9}|1?[2-9]\d\d[2-9]\d{6}|0\d{10})$/.test(digits)) {
      parts.push(part);
      part = [];
    }
  }
  return part.length === 0 ? parts : null;
}

const endings = ['th', 'st', 'nd', 'rd'];

function writeNumber(number: SpokenNumber | undefined): string {
  const { digits = '', ordinal = null } = number ?? {};
  if (ordinal === null || ordinal === 'ru') return digits;
  if (ordinal !== 'en') return `${digits}-${ordinal === 'feminine' ? 'я' : 'й'}`;
  const isTeen = /1\d$/.test(digits);
  return `${digits}${(isTeen ? undefined : endings[Number(digits.slice(-1))]) ?? 'th'}`;
}

/** «три дробь один»: «3/1» */
function withStrokes(text: string, rewrites: readonly NumberRewrite[]): NumberRewrite[] {
  return rewrites.flatMap((rewrite, i) => {
    const next = rewrites[i + 1];
    if (next === undefined || !strokeBetween.test(text.slice(rewrite.end, next.start))) return [rewrite];
    return [rewrite, { start: rewrite.end, end: next.start, written: '/', sequence: rewrite.sequence }];
  });
}
