import type { EntityType } from '@medley/contracts';
import type { Finding } from './detector';
import { firstAtOrAfter } from './first-at-or-after';
import { COUNTS_FROM } from './resolve-overlaps';

/** A date behind or before the name of somebody. */
interface NamedDate {
  date: Finding;
  year: number;
  written: string;
  /** Numbers of the person stand in the same lines. */
  isInRecord: boolean;
  isInBrackets: boolean;
}

/** How far around a date its record reaches. */
const RECORD = 160;
/** So near one another dates behind names are a list. */
const LIST = 200;
const GAP = 16;
const FIRST_YEAR = 1915;
/** A later date is more likely that of the paper. */
const LAST_YEAR = 2012;
const LAST_YEAR_IN_RECORD = 2018;
const SCORE = 0.7;

const between =
  /^[»"”]?[ \u00a0]?(?:[,;:|/(\t]|[—–-][ \u00a0]|\r?\n)[ \u00a0]{0,2}(?:(?:м|ж|муж|жен)\.?[,;|/ ]{1,2})?$/u;
const after = /^(?:[ \u00a0]?г\.)?[»"”]?(?:[,;|/\t]|[ \u00a0][—–-])[ \u00a0]{0,2}$/u;
/** Numbers that nobody but a person has. */
const own: ReadonlySet<EntityType> = new Set([
  'PASSPORT',
  'SNILS',
  'INN',
  'MEDICAL_ID',
  'DRIVER_LICENCE',
  'MILITARY_ID',
  'BIRTH_CERT',
]);

/**
 * Dates that nothing calls a birthday, next to a full name: birthdays in a record with another number of the person, in
 * a list of such pairs, and in brackets. They are among the findings as guesses, and come back with a score that counts.
 */
export function birthdaysBeside(text: string, findings: readonly Finding[]): Finding[] {
  const guesses = findings.filter(({ type, score }) => type === 'DATE_OF_BIRTH' && score < COUNTS_FROM);
  if (guesses.length === 0) return [];
  const people = sorted(findings, ({ type }) => type === 'PERSON').filter(({ start, end }) =>
    /\p{L}[.\s]+\p{L}/u.test(text.slice(start, end)),
  );
  const numbers = sorted(findings, ({ type }) => own.has(type)).map(({ start }) => start);
  const ends = people.map(({ end }) => end);
  const starts = people.map(({ start }) => start);
  const named = guesses.flatMap((date) => {
    const behind = ends[firstAtOrAfter(ends, date.start + 1) - 1] ?? -Infinity;
    const before = starts[firstAtOrAfter(starts, date.end)] ?? Infinity;
    const follows = date.start - behind <= GAP && between.test(text.slice(behind, date.start));
    const leads = before - date.end <= GAP && after.test(text.slice(date.end, before));
    return follows || leads ? [describe(text, date, { numbers, follows })] : [];
  });
  return named
    .filter((one, at) => isBirthday(one, [named[at - 1], named[at + 1]]))
    .map(({ date }) => ({ ...date, score: SCORE }));
}

function sorted(findings: readonly Finding[], isWanted: (finding: Finding) => boolean): Finding[] {
  return findings
    .filter((finding) => finding.score >= COUNTS_FROM && isWanted(finding))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

function describe(
  text: string,
  date: Finding,
  { numbers, follows }: { numbers: readonly number[]; follows: boolean },
): NamedDate {
  const { start, end } = date;
  const written = text.slice(start, end);
  const [lineStart, lineEnd] = recordAround(text, date);
  const next = numbers[firstAtOrAfter(numbers, lineStart)] ?? Infinity;
  return {
    date,
    written,
    year: Number(/\d{4}/.exec(written)?.[0] ?? 0),
    isInRecord: next < lineEnd,
    isInBrackets:
      follows &&
      text.charAt(start - 1) === '(' &&
      /^(?:[ \u00a0]?г(?:\.|ода))?\)/u.test(text.slice(end, end + 7)),
  };
}

/** The line of a date with the two around it, within reach and not over an empty one. */
function recordAround(text: string, { start, end }: Finding): [number, number] {
  const head = text.slice(Math.max(0, start - RECORD), start).split(/\r?\n/);
  const tail = text.slice(end, end + RECORD).split(/\r?\n/);
  const isAlone = head.at(-1)?.trim() === '' || tail[0]?.trim() === '';
  const lines = isAlone ? 3 : 1;
  const reach = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + part.length + 1, 0);
  return [start - reach(head.slice(-lines)), end + reach(tail.slice(0, lines))];
}

function isBirthday(one: NamedDate, neighbours: readonly (NamedDate | undefined)[]): boolean {
  const { year, isInRecord, isInBrackets } = one;
  if (year < FIRST_YEAR || year > LAST_YEAR_IN_RECORD) return false;
  if (isInRecord) return true;
  return year <= LAST_YEAR && (isInBrackets || neighbours.some((other) => other && isListedWith(one, other)));
}

/** Papers signed by several people have one day. */
function isListedWith(one: NamedDate, other: NamedDate): boolean {
  const isNear = Math.abs(one.date.start - other.date.start) <= LIST;
  return isNear && other.year >= FIRST_YEAR && other.year <= LAST_YEAR && one.written !== other.written;
}
