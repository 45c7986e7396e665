import { confidence } from '../document/confidence';
import type { EntityType } from '@medley/contracts';
import type { Match } from '../document/detector';
import { hasMatchIn, indexMatches, recordAround } from '../document/record-around';
import { COUNTS_FROM } from '../document/resolve-overlaps';
import type { TextDocument } from '../document/text-document';

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
