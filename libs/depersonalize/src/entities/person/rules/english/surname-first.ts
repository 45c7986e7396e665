import { nameProbability } from '../../../../document/match';
import {
  type DescribedText,
  type TokenSpan,
  classesOf,
  columnAt,
  script,
  shape,
  stemsOf,
  tokenKind,
  wordClasses,
} from '@medley/person-model';
import { isAbbreviation } from '../is-abbreviation';
import { tokensOf } from './tokens-of';

const LIKELY = nameProbability.shown;
/** Months and days are first names in lists of such. */
const dates = stemsOf(
  'april june july august september october november december monday tuesday wednesday sunday',
);
/** A surname before initials needs a second one in the text, or is known. */
const FEWEST = 2;
const SHORTEST_SURNAME = 4;

/** Where a cell begins and ends: quotes, strokes, gaps, lines. */
const opening = /(?:^|["'|\t;\n]| {2}|[^\n]: |^\d+[.)] |\n\d+[.)] )$/u;
const ending = String.raw`(?=["'|\t;\n]| {2}|$| \(| [-–—] )`;
const surname = String.raw`\p{Lu}['’]?[\p{L}\p{M}]+(?:['’-]\p{L}[\p{L}\p{M}]*)*`;
const comma = new RegExp(
  String.raw`${surname}, ?(?:\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}\.?| \p{Lu}[\p{L}'’-]+){0,2}|\p{Lu}\.?(?:(?<=\.)\p{Lu}\.?|[ ]\p{Lu}\.?){0,2}(?!\p{L}))${ending}`,
  'uy',
);
const capitals = new RegExp(
  String.raw`\p{Lu}{2}[\p{Lu}'’-]+ \p{Lu}\p{Ll}[\p{L}'’-]+(?: \p{Lu}\p{Ll}[\p{L}'’-]+)?${ending}`,
  'uy',
);
const BEFORE = 4;

/** “CARVER, JEROME D”, “Hargreaves, T J”, “MWANGI Esther” where they fill a cell or a field. Linear. */
export function surnameFirst(text: string, described: DescribedText): TokenSpan[] {
  const sure: TokenSpan[] = [];
  const initials: TokenSpan[] = [];
  for (let token = 0; token + 1 < described.tokens.count; token += 1) {
    const read = readAt(text, described, token);
    if (read !== null) (read.isInitial ? initials : sure).push(read.name);
  }
  const areNames =
    initials.length + sure.length >= FEWEST ||
    initials.some(({ first }) => (classesOf(described, first) & wordClasses.surname) !== 0);
  return areNames ? [...sure, ...initials] : sure;
}

function readAt(
  text: string,
  described: DescribedText,
  token: number,
): { name: TokenSpan; isInitial: boolean } | null {
  const { columns, tokens } = described;
  const pattern = patternAt(described, token);
  const start = tokens.starts[token] ?? 0;
  if (pattern === null || !opening.test(text.slice(Math.max(0, start - BEFORE), start))) return null;
  pattern.lastIndex = start;
  const written = pattern.exec(text)?.[0];
  const span = written && tokensOf(described, { start, end: start + written.length }, token);
  if (!span) return null;
  const name = { ...span, probability: LIKELY };
  const given = pattern === comma ? token + 2 : token + 1;
  if (columns.get(columnAt.length, given) === 1) {
    return (classesOf(described, token) & wordClasses.common) === 0 ? { name, isInitial: true } : null;
  }
  if (columns.get(columnAt.length, given) <= 2 || !isPair(described, token, given)) return null;
  return isAbbreviation(text.slice(start, tokens.ends[token])) ? null : { name, isInitial: false };
}

function patternAt({ columns, tokens }: DescribedText, token: number): RegExp | null {
  if (tokens.kinds[token] !== tokenKind.word || columns.get(columnAt.script, token) !== script.latin)
    return null;
  const written = columns.get(columnAt.shape, token);
  if (written === shape.lower || written === shape.mixed || written === shape.initial) return null;
  if (columns.get(columnAt.gluedBehind, token) === shape.singleMark + 0x2c) return comma;
  const isCapital = written === shape.caps || written === shape.shortCaps;
  const isTitle = columns.get(columnAt.shape, token + 1) === shape.title;
  return isCapital && isTitle && columns.get(columnAt.length, token) >= SHORTEST_SURNAME ? capitals : null;
}

/** A surname that is no other word, before a first name that is no place beside a place. */
function isPair(described: DescribedText, surnameAt: number, givenAt: number): boolean {
  if (dates.has(described.columns.get(columnAt.stem, givenAt))) return false;
  const own = classesOf(described, surnameAt);
  const given = classesOf(described, givenAt);
  if ((given & wordClasses.firstName) === 0 || (given & wordClasses.veryFrequent) !== 0) return false;
  if ((given & wordClasses.place) !== 0 && (own & wordClasses.surname) === 0) return false;
  if ((own & wordClasses.common) === 0 || (own & wordClasses.surname) !== 0) return true;
  // “OKORO, DANIEL”: the list of words has surnames of much of the world among common ones.
  const isCapital = described.columns.get(columnAt.shape, surnameAt) === shape.caps;
  return isCapital && (own & wordClasses.veryFrequent) === 0 && (given & ~wordClasses.name) === 0;
}
