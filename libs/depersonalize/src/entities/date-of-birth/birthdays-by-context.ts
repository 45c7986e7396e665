import { COUNTS_FROM, type Match, confidence } from '../../document/match';
import { birthdaysInLists, birthdaysOfChildren } from './birthdays-in-lists';
import { firstAtOrAfter, textAfter, textBefore } from '../../text/spans';
import { isAgeBefore, relativeBefore } from './relative-before';
import { lastYearOf } from './read-birth-date';
import {
  type MatchIndex,
  RECORD,
  hasMatchIn,
  indexMatches,
  recordAround,
} from '../../document/record-around';
import type { TextDocument } from '../../document/text-document';
import { alternatives } from '../../text/word-lists';

const oneOf = alternatives('date-of-birth');

/** A date behind or before the name of somebody. */
interface NamedDate {
  date: Match;
  written: string;
  year: number;
  /** The name has more than one part. */
  isFull: boolean;
  /** A sign or a line end parts name and date. */
  isApart: boolean;
  isInBrackets: boolean;
  /** Children are spoken of. */
  isOfChildren: boolean;
  /** A number that only people have stands in the same lines, or where the person lives. */
  hasOwn: boolean;
  /** Such a number stands below a line that begins with the name. */
  hasOwnBelow: boolean;
  /** What firms have too stands there: telephones, addresses. */
  hasShared: boolean;
  /** The last year that what is said of the person before the name lets expect («сын Лука, …»); null: nothing is said. */
  relativeYear: number | null;
  /** The age of the person stands before the date, or the word for a patient before the name. */
  isOfPatient: boolean;
  /** A date behind a name ends a clause. */
  isLast: boolean;
}

type Around = Readonly<Record<'people' | 'own' | 'shared', MatchIndex>>;

/** So near one another dates behind names are a list. */
const LIST = 200;
const GAP = 24;
/** So near one another several children are named. */
const BROTHERS = 40;
const FIRST_YEAR = 1915;
const SCORE = confidence.plausible;

const behindName =
  /^[»"”]?[ \u00a0]?(?:[,;:|/(\t]|[ \u00a0]{2}|[—–-][ \u00a0]|\r?\n)[ \u00a0]{0,12}(?:(?:пол[ \u00a0:-]{1,2})?(?:[мжMFmf]|муж|жен|(?:fe)?male)\.?[,;|/ ]{1,3})?$/u;
const patientBefore = new RegExp(
  `(?<!\\p{L})${oneOf('patient-before')}(?: name)?\\.?[ \\t]?[:–—-]?[ \\t]{0,4}$`,
  'iu',
);
const beforeName = /^(?:[ \u00a0]?г\.)?[»"”]?(?:[,;|/\t]|[ \u00a0][—–-])[ \u00a0]{0,2}$/u;
/** «сын Лука 14.02.1993 идёт …» is no birthday. */
const clauseEnd = /^(?:[ \u00a0]?г(?:\.|ода)?)?(?:[,;.)|"»\t\r\n]|$|[ \u00a0]{2}|[ \u00a0][и—–-][ \u00a0])/u;
/** «, урож. г. Клин», «, зарегистрирован: …» */
const homeAfter =
  /^(?:[ \u00a0]?г(?:\.|ода))?[,;)]{1,2}[ \u00a0](?:место рожд|урож|зарег|прож|адрес|жител|граждан|пол[ :])/iu;
const children = /(?<!\p{L})(?:дет(?:и|ей|ск)|сын|доч|реб[её]н|воспитан|учени|школ|класс|садик|младен)/iu;

/**
 * Dates that nothing calls a birthday, next to a name: birthdays in a record with another number of the person, in a
 * list of such pairs, and in brackets. They are among the matches as guesses, and come back with a score that counts.
 */
export function birthdaysByContext({ text, vocabulary }: TextDocument, matches: readonly Match[]): Match[] {
  const dates = matches.filter(({ type }) => type === 'DATE_OF_BIRTH');
  const guesses = dates.filter(({ score }) => score < COUNTS_FROM);
  if (guesses.length === 0) return [];
  const around: Around = {
    people: indexMatches(matches, (type) => vocabulary.traitsOf(type).isName === true),
    own: indexMatches(matches, (type) => vocabulary.traitsOf(type).owner === 'person'),
    shared: indexMatches(matches, (type) => vocabulary.traitsOf(type).owner === 'anyone'),
  };
  const certs = indexMatches(matches, (type) => vocabulary.traitsOf(type).isGivenAtBirth === true);
  const named = guesses.flatMap((date) => readNamed(text, date, around) ?? []);
  const relatives = new Set<NamedDate>();
  for (const [at, one] of named.entries()) {
    const previous = named[at - 1];
    const isNext =
      previous !== undefined && relatives.has(previous) && one.date.start - previous.date.end <= BROTHERS;
    if (isOfRelative(isNext ? { ...one, relativeYear: one.relativeYear ?? previous.relativeYear } : one))
      relatives.add(one);
  }
  const ofNamed = named.filter(
    (one, at) => relatives.has(one) || isBirthday(one) || isListed(one, [named[at - 1], named[at + 1]]),
  );
  return [
    ...ofNamed.map(({ date }) => date),
    ...birthdaysOfChildren(text, guesses, certs),
    ...birthdaysInLists(text, dates),
  ].map((date) => ({ ...date, score: SCORE }));
}

function readNamed(text: string, date: Match, { people, own, shared }: Around): NamedDate | null {
  const { start, end } = date;
  const next = firstAtOrAfter(people.starts, start);
  const [earlier, later] = [people.matches[next - 1], people.matches[next]];
  const gap = earlier && start - earlier.end <= GAP ? text.slice(earlier.end, start) : '';
  const lead = later && later.start - end <= GAP ? text.slice(end, later.start) : '';
  const written = text.slice(start, end);
  const year = yearOf(written);
  const isAged = isAgeBefore(gap, year);
  const isBehind = isAged || behindName.test(gap);
  const isApart = isBehind || beforeName.test(lead);
  const person = isBehind || /^[ \u00a0]$/.test(gap) ? earlier : isApart ? later : undefined;
  if (person === undefined) return null;
  const record = recordAround(text, date);
  return {
    date,
    written,
    year,
    isFull: /\p{L}[.\s]+\p{L}/u.test(text.slice(person.start, person.end)),
    isApart,
    isInBrackets: isInBrackets(text, start, end),
    isOfChildren: children.test(textBefore(text, start, RECORD)),
    hasOwn: hasMatchIn(own, record) || homeAfter.test(textAfter(text, end, 32)),
    hasOwnBelow: hasMatchIn(own, linesBelow(text, person.start, end)),
    hasShared: hasMatchIn(shared, record),
    relativeYear: person === earlier ? relativeBefore(text, person.start) : null,
    isOfPatient: isAged || isPatient(text, person.start),
    isLast: clauseEnd.test(textAfter(text, end, 12)),
  };
}

function isPatient(text: string, nameStart: number): boolean {
  return patientBefore.test(textBefore(text, nameStart, 24));
}

/** Of two digits only those of the last century tell. */
function yearOf(written: string): number {
  const whole = /\d{4}/.exec(written)?.[0];
  const short = /[./](?<tens>[3-9]\d)$/.exec(written)?.groups?.['tens'];
  return Number(whole ?? (short === undefined ? 0 : `19${short}`));
}

/** Nothing but a number or a word with a colon stands before it in the line. */
function isHeading(text: string, start: number): boolean {
  const line = textBefore(text, start, 40).split('\n').at(-1) ?? '';
  return /^[ \t]*(?:(?:№ ?)?\d{1,4}[.)]?[ \t]{1,3}|[-•*–—] |[\p{L} .]{2,30}: {1,3})?$/u.test(line);
}

/** The two lines below one that begins with a name, not over an empty one. */
function linesBelow(text: string, nameStart: number, end: number): [number, number] {
  if (!isHeading(text, nameStart)) return [end, end];
  const [first = '', ...below] = textAfter(text, end, 2 * RECORD).split('\n', 3);
  const next = below[0]?.trim() === '' ? [] : below;
  return [end, end + first.length + next.join(' ').length];
}

function isInBrackets(text: string, start: number, end: number): boolean {
  return text.charAt(start - 1) === '(' && /^(?:[ \u00a0]?г(?:\.|ода))?\)/u.test(textAfter(text, end, 7));
}

/** Without a sign before it a late date is more likely the date of an event. */
function isOfRelative({ year, isApart, relativeYear, isLast, ...one }: NamedDate): boolean {
  if (relativeYear === null || !isLast || year < FIRST_YEAR) return false;
  return year <= (isApart || one.hasOwn ? relativeYear : Math.min(relativeYear, lastYearOf('own')));
}

function isBirthday({ year, isFull, isApart, ...one }: NamedDate): boolean {
  if (year < FIRST_YEAR) return false;
  if (one.isOfPatient && one.isLast && year <= lastYearOf('bare')) return true;
  if (one.hasOwn)
    return (
      year <= (isApart ? (one.isOfChildren ? lastYearOf('child') : lastYearOf('own')) : lastYearOf('bare'))
    );
  if (!isFull || !isApart) return false;
  if (one.isInBrackets || one.hasOwnBelow) return year <= lastYearOf('grown');
  return one.hasShared && year <= lastYearOf('bare');
}

/** In a list others have dates as well, and not the same: papers signed by several people have one day. */
function isListed(one: NamedDate, others: readonly (NamedDate | undefined)[]): boolean {
  const isLikely = ({ year, isFull, isApart, isLast, isOfChildren }: NamedDate): boolean =>
    isFull &&
    (isApart || isLast) &&
    year >= FIRST_YEAR &&
    year <= (isApart ? (isOfChildren ? lastYearOf('child') : lastYearOf('grown')) : lastYearOf('bare'));
  return others.some(
    (other) =>
      other &&
      isLikely(one) &&
      isLikely(other) &&
      one.written !== other.written &&
      Math.abs(one.date.start - other.date.start) <= LIST,
  );
}
