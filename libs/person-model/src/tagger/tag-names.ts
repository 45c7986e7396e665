import type { DescribedText } from '../features/describe-text';
import { languageRuns } from './language-runs';
import { tagRun, type PersonModel, type TokenSpan } from './person-model';

/**
 * The names in a described text, in order: each run of sentences in one language by the weights of that language. `bias`
 * is taken from the score of “no name”. Linear.
 */
export function tagNames(text: DescribedText, { weights }: PersonModel, bias: number): TokenSpan[] {
  return languageRuns(text).flatMap((run) => tagRun(text, run, { weights: weights[run.language], bias }));
}
