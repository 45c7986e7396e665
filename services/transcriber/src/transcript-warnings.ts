import type { TranscribedChunk } from './chunks/transcribed-chunk';
import type { RecognitionResult } from './engines/speech-engine';

/** The options of a step that decide what its output should contain. */
export interface RequestedOutput {
  /** ISO 639-1 or `auto`. */
  language: string;
  /** Whether word timestamps were requested. */
  words: boolean;
}

/** Warnings about what the engine did not return, and about a detected language other than the requested one. */
export function transcriptWarnings(
  chunks: readonly TranscribedChunk[],
  merged: RecognitionResult,
  requested: RequestedOutput,
): string[] {
  if (merged.text === '') return [];
  const results = chunks.map(({ result }) => result).filter(({ text }) => text.trim() !== '');
  const warnings = languageWarnings(results, merged, requested);
  if (requested.words && !merged.words) warnings.push('the speech engine returned no word timestamps');
  if (results.some(({ segments }) => segments === null)) {
    const text = chunks.length === 1 ? 'the text' : 'the text of each part that it was sent';
    warnings.push(`the speech engine returned no segments: ${text} is one segment`);
  }
  return warnings;
}

function languageWarnings(
  results: readonly RecognitionResult[],
  { language }: RecognitionResult,
  requested: RequestedOutput,
): string[] {
  if (requested.language !== 'auto') {
    if (language === null || language === requested.language) return [];
    return [`the speech engine detected the language ${language}, not ${requested.language}`];
  }
  if (language === null) return ['the speech engine returned no language'];
  const others = new Set(results.flatMap((result) => result.language ?? []));
  others.delete(language);
  return others.size === 0 ? [] : [`other languages were detected in parts: ${[...others].join(', ')}`];
}
