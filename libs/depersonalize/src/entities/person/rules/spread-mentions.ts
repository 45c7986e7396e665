import { nameProbability } from '../../../document/match';
import {
  type DescribedText,
  type TokenColumns,
  type TokenSpan,
  classesOf,
  columnAt,
  script,
  shape,
  stemsOf,
  wordClasses,
} from '@medley/person-model';

/** As sure as this of every word, a name makes its words known. */
const SURE = nameProbability.shown;
/** How sure a mention is that only the rest of the text shows to be one. */
const LIKELY = nameProbability.likely;
/**
 * Further mentions of a word that are taken for a name for each one that the model finds. A word that mostly is something
 * else must not spread a single mistake over the text.
 */
const OTHERS_MAX = 3;
/** Shorter names are taken for such inside a sentence only, and when they are no other words. */
const LONG = 4;
const titles = stemsOf('mr mrs ms miss mx dr prof sir rev');
const AT = shape.singleMark + 0x40;
const FULL_STOP = shape.singleMark + 0x2e;
const quotes = new Set([...'«"“„'].map((mark) => shape.singleMark + mark.charCodeAt(0)));

/**
 * Lone mentions of people of whom two names stand together elsewhere in the text: «Мухина Вера … сообщила Мухиной».
 * `known` has the stem of each of their words, from window to window, with the number of further mentions that may still be
 * taken for a name; below 0 none is.
 */
export function spreadMentions(
  { columns, tokens }: DescribedText,
  found: readonly TokenSpan[],
  known: Map<number, number>,
): TokenSpan[] {
  const taken = new Uint8Array(tokens.count);
  for (const { first, last, probability } of found) {
    taken.fill(1, first, last + 1);
    const words = namesIn(columns, first, last);
    if (words.length < 2 || probability < SURE) continue;
    for (const word of words) {
      const stem = columns.get(columnAt.stem, word);
      known.set(stem, known.get(stem) ?? 0);
    }
  }
  if (known.size === 0) return [];
  const spread: TokenSpan[] = [];
  for (let token = 0; token < tokens.count; token += 1) {
    const stem = columns.get(columnAt.stem, token);
    const left = known.get(stem);
    const isName = taken[token] === 1;
    if (left === undefined || (!isName && !mayStandAlone(columns, token))) continue;
    known.set(stem, left + (isName ? OTHERS_MAX : -1));
    if (!isName) spread.push({ first: token, last: token, probability: LIKELY });
  }
  return spread.filter(({ first }) => (known.get(columns.get(columnAt.stem, first)) ?? 0) >= 0);
}

function namesIn(columns: TokenColumns, first: number, last: number): number[] {
  const words: number[] = [];
  for (let token = first; token <= last; token += 1) {
    if (columns.get(columnAt.length, token) >= 2 && !titles.has(columns.get(columnAt.stem, token)))
      words.push(token);
  }
  return words;
}

function mayStandAlone(columns: TokenColumns, token: number): boolean {
  const written = columns.get(columnAt.shape, token);
  if (written === shape.lower || written === shape.mixed) return false;
  // «Оскар» is a thing named after somebody.
  if (quotes.has(columns.get(columnAt.gluedBefore, token))) return false;
  if (isPartOfOther(columns, token)) return false;
  const isOnlyName = (classesOf({ columns }, token) & ~wordClasses.name) === 0;
  const isInside = columns.get(columnAt.opens, token) === 1;
  if (columns.get(columnAt.length, token) < LONG) return isOnlyName && isInside && written === shape.title;
  // A name that is another word, too, counts where no sentence begins.
  return isOnlyName || isInside;
}

/** In Latin letters: part of an address, or before the word of a firm: “Krasnick Properties”. */
function isPartOfOther(columns: TokenColumns, token: number): boolean {
  if (columns.get(columnAt.script, token) !== script.latin) return false;
  const before = columns.get(columnAt.gluedBefore, token);
  if (before === AT || before === FULL_STOP || columns.get(columnAt.gluedBehind, token) === AT) return true;
  const next = classesOf({ columns }, token + 1);
  return (
    columns.get(columnAt.shape, token + 1) === shape.title && (next & wordClasses.name) === 0 && next !== 0
  );
}
