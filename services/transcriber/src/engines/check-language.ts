import { AppError } from '@medley/kit';
import type { SpeechModel } from './speech-engine';

/** So many are named; more would hide the rest of the sentence. */
const NAMED_MAX = 8;

/**
 * A model that does not know a language writes words that nobody said, so it is not asked. With `auto` it may try.
 * @throws AppError OPTIONS_INVALID naming what it knows
 */
export function checkLanguage({ name, languages }: SpeechModel, language: string): void {
  if (language === 'auto' || languages === null || languages.includes(language)) return;
  const more = languages.length > NAMED_MAX ? ` and ${languages.length - NAMED_MAX} more` : '';
  const known = `${languages.slice(0, NAMED_MAX).join(', ')}${more}`;
  throw new AppError('OPTIONS_INVALID', `language: the model ${name} knows ${known} only, not ${language}`);
}
