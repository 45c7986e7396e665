import { columnAt, type TokenColumns } from './columns';

/** Classes of words in the lexicon; from `country` on of Latin words only (see scripts/dev/pii-words/word-classes.ts). */
export const wordClasses = {
  surname: 1,
  firstName: 2,
  name: 1 | 2,
  place: 4,
  organisation: 8,
  country: 16,
  common: 32 | 64 | 256,
  frequent: 64,
  veryFrequent: 256,
} as const;

/** What the lexicon says of a word, brands and countries in Latin letters apart; 0 when it does not know it. */
export function classesOf({ columns }: { columns: TokenColumns }, token: number): number {
  return (columns.get(columnAt.lexicon, token) - 1) >>> 2;
}
