import { COUNTS_FROM, type Match, confidence } from './match';
import type { EntityType } from '@medley/contracts';
import type { TextDocument } from './text-document';
import { firstAtOrAfter, textAfter, textBefore } from '../text/spans';

const SCORE = confidence.confirmed;

/**
 * Makes a detector by context of numbers with the form of a kind that nothing calls so, in a record of somebody: with a
 * name, another number or an address. They are among the matches as guesses, and come back with a score that counts.
 */
export function confirmInRecord(
  type: EntityType,
): (document: TextDocument, matches: readonly Match[]) => Match[] {
  return ({ text, vocabulary }, matches) => {
    const guesses = matches.filter((one) => one.type === type && one.score < COUNTS_FROM);
    if (guesses.length === 0) return [];
    const others = indexMatches(matches, (other) => {
      const { isName, owner } = vocabulary.traitsOf(other);
      return isName === true || owner !== undefined;
    });
    return guesses
      .filter((guess) => hasMatchIn(others, recordAround(text, guess)))
      .map((guess) => ({ ...guess, score: SCORE }));
  };
}

/** Findings of a kind in order. */
export interface MatchIndex {
  matches: readonly Match[];
  starts: readonly number[];
}
/** How far around a value its record reaches. */
export const RECORD = 160;
/** The matches that count of some types. */
export function indexMatches(matches: readonly Match[], isWanted: (type: EntityType) => boolean): MatchIndex {
  const wanted = matches
    .filter(({ score, type }) => score >= COUNTS_FROM && isWanted(type))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  return { matches: wanted, starts: wanted.map(({ start }) => start) };
}

/** Whether a match starts in a span of the text. */
export function hasMatchIn({ starts }: MatchIndex, [from, to]: readonly [number, number]): boolean {
  return (starts[firstAtOrAfter(starts, from)] ?? Infinity) < to;
}

/** The line of a value; with the two around it where the value is alone in its line. */
export function recordAround(text: string, { start, end }: Match): [number, number] {
  const head = textBefore(text, start, RECORD).split('\n');
  const tail = textAfter(text, end, RECORD).split('\n');
  const isAlone = head.at(-1)?.trim() === '' || tail[0]?.trim() === '';
  const lines = isAlone ? 3 : 1;
  const reach = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + part.length + 1, 0);
  return [start - reach(head.slice(-lines)), end + reach(tail.slice(0, lines))];
}
