import type { Finding } from '../detector';
import { isAmong, ownTypes, placesOf, recordAround, sharedTypes } from '../record-around';
import { COUNTS_FROM } from '../resolve-overlaps';

const SCORE = 0.75;

/**
 * Numbers with the form of a passport or an NHS number that nothing calls so, in a record of somebody: with a name, another
 * number or an address. They are among the findings as guesses, and come back with a score that counts.
 */
export function numbersBeside(text: string, findings: readonly Finding[]): Finding[] {
  const guesses = findings.filter(
    ({ type, score }) => (type === 'PASSPORT' || type === 'UK_NHS') && score < COUNTS_FROM,
  );
  if (guesses.length === 0) return [];
  const others = placesOf(
    findings,
    (type) => type === 'PERSON' || ownTypes.has(type) || sharedTypes.has(type),
  );
  return guesses
    .filter((guess) => isAmong(others, recordAround(text, guess)))
    .map((guess) => ({ ...guess, score: SCORE }));
}
