import type { StepDescription } from '@medley/client/browser';

export const AUTO = 'auto';

/** Offered where a model does not say which languages it knows. */
const COMMON = ['en', 'ru', 'de', 'es', 'fr', 'it', 'kk', 'pl', 'pt', 'tr', 'uk', 'zh'];

/** The languages that the speech models of the service know: ISO 639-1 and perhaps `auto`, which comes first. */
export function speechLanguages(kinds: readonly StepDescription[]): string[] {
  const models = kinds.find(({ name }) => name === 'transcribe')?.models ?? [];
  const isOpen = models.length === 0 || models.some(({ languages }) => languages === null);
  const known = new Set([...models.flatMap(({ languages }) => languages ?? []), ...(isOpen ? COMMON : [])]);
  const detects = models.some(({ detects_language }) => detects_language === true);
  return [...(detects ? [AUTO] : []), ...[...known].sort()];
}

/** The first choice: what the model finds out itself, else the language of the page. */
export function usualLanguage(languages: readonly string[], locale: string): string | null {
  if (languages.includes(AUTO)) return AUTO;
  return languages.includes(locale) ? locale : (languages[0] ?? null);
}
