import { columnAt } from '../../model/columns';
import type { DescribedText } from '../../model/describe-text';

/** Classes of Latin words in the lexicon (see scripts/pii-words/word-classes.ts). */
export const wordClasses = {
  surname: 1,
  firstName: 2,
  name: 1 | 2,
  place: 4,
  common: 32 | 64 | 256,
  veryFrequent: 256,
} as const;

/** What the lexicon says of a word; 0 when it does not know it. */
export function classesOf({ columns }: Pick<DescribedText, 'columns'>, token: number): number {
  return (columns.get(columnAt.lexicon, token) - 1) >>> 2;
}
