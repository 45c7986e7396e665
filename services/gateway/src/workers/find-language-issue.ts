import type { EngineInfo, ModelLanguages, ValidationIssue } from '@medley/contracts';

/** A language for a step, by the field that names it. */
export interface RequestedLanguage {
  field: string;
  /** ISO 639-1 or `auto`. */
  language: string;
}

/**
 * Find the issue of a language that none of the models knows on which a step may run; null when one knows it, or does not
 * announce what it knows, as workers of earlier versions.
 * @param model null: the default model of each engine
 */
export function findLanguageIssue(
  { field, language }: RequestedLanguage,
  engines: readonly EngineInfo[],
  model: string | null,
): ValidationIssue | null {
  const all = engines.map((engine) => languagesOf(engine, model));
  const announced = all.filter((languages) => languages !== null);
  if (announced.length < all.length || announced.some((languages) => knows(languages, language))) return null;
  const choices = [
    ...new Set(announced.flatMap(({ known, detects }) => [...(known ?? []), ...(detects ? ['auto'] : [])])),
  ];
  const message =
    choices.length === 0
      ? 'must name the language of the recording, which this model cannot tell'
      : `must be one of: ${choices.join(', ')}`;
  return { field, message };
}

/** Null: unknown. */
export function languagesOf(
  { languages, default_model }: EngineInfo,
  model: string | null,
): ModelLanguages | null {
  const name = model ?? default_model;
  if (name === null || languages === undefined || !Object.hasOwn(languages, name)) return null;
  return languages[name] ?? null;
}

function knows({ known, detects }: ModelLanguages, language: string): boolean {
  return language === 'auto' ? detects : known === null || known.includes(language);
}
