import { AppError } from '@medley/kit';
import type { SpeechModel } from './speech-engine';

/** Languages listed in the message; a longer list would hide the rest of it. */
const NAMED_MAX = 8;

/**
 * Refuses a language (ISO 639-1) that the model does not support: it would return wrong text. `auto` is always accepted.
 * @throws AppError OPTIONS_INVALID that lists the supported languages
 */
export function checkLanguage({ name, languages }: SpeechModel, language: string): void {
  if (language === 'auto' || languages === null || languages.includes(language)) return;
  const more = languages.length > NAMED_MAX ? ` and ${languages.length - NAMED_MAX} more` : '';
  const known = `${languages.slice(0, NAMED_MAX).join(', ')}${more}`;
  throw new AppError('OPTIONS_INVALID', `language: the model ${name} knows ${known} only, not ${language}`);
}
