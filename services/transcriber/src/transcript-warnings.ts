import type { RecognitionResult } from './engines/speech-engine';
import type { TranscribedChunk } from './chunks/transcribed-chunk';

export interface Asked {
  /** ISO 639-1 or `auto`. */
  language: string;
  words: boolean;
}

/** What the engine did not say, and where it heard another language than it was asked for. */
export function transcriptWarnings(
  chunks: readonly TranscribedChunk[],
  joined: RecognitionResult,
  asked: Asked,
): string[] {
  if (joined.text === '') return [];
  const spoken = chunks.map(({ heard }) => heard).filter(({ text }) => text.trim() !== '');
  const warnings = [...languageWarnings(spoken, joined, asked)];
  if (asked.words && !joined.words) warnings.push('the speech engine gave no times of words');
  if (spoken.some(({ segments }) => segments === null)) {
    const chunk = chunks.length === 1 ? 'the text' : 'the text of each part that it was sent';
    warnings.push(`the speech engine gave no segments: ${chunk} is one segment`);
  }
  return warnings;
}

function languageWarnings(
  spoken: readonly RecognitionResult[],
  { language }: RecognitionResult,
  asked: Asked,
): string[] {
  const found = new Set(spoken.flatMap((heard) => heard.language ?? []));
  if (asked.language !== 'auto') {
    if (language === null || language === asked.language) return [];
    return [`the speech engine heard the language ${language}, not ${asked.language}`];
  }
  if (language === null) return ['the speech engine did not say which language it heard'];
  found.delete(language);
  return found.size === 0 ? [] : [`parts were heard in other languages: ${[...found].join(', ')}`];
}
