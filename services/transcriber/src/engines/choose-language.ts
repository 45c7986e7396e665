import { AppError } from '@medley/kit';
import type { SpeechModel } from './speech-engine';

/** Languages listed in the message; a longer list would hide the rest of it. */
const NAMED_MAX = 8;

/**
 * The language to ask a model for (ISO 639-1); null: none. The gateway has checked it, but the configuration may have
 * changed since. A language that the model does not know would give wrong text.
 * @throws AppError OPTIONS_INVALID that lists the languages
 */
export function chooseLanguage({ name, languages }: SpeechModel, requested: string): string | null {
  const [only, ...others] = languages ?? [];
  if (requested === 'auto') return others.length === 0 ? (only ?? null) : null;
  if (languages === null || languages.includes(requested)) return requested;
  const more = languages.length > NAMED_MAX ? ` and ${languages.length - NAMED_MAX} more` : '';
  const known = `${languages.slice(0, NAMED_MAX).join(', ')}${more}`;
  throw new AppError('OPTIONS_INVALID', `language: the model ${name} knows ${known} only, not ${requested}`);
}
