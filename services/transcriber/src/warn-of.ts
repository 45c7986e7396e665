import type { Heard } from './engines/speech-engine';
import type { HeardPiece } from './pieces/heard-piece';

export interface Asked {
  /** ISO 639-1 or `auto`. */
  language: string;
  words: boolean;
}

/** What the engine did not say, and where it heard another language than it was asked for. */
export function warnOf(pieces: readonly HeardPiece[], joined: Heard, asked: Asked): string[] {
  if (joined.text === '') return [];
  const spoken = pieces.map(({ heard }) => heard).filter(({ text }) => text.trim() !== '');
  const warnings = [...warnOfLanguage(spoken, joined, asked)];
  if (asked.words && !joined.words) warnings.push('the speech engine gave no times of words');
  if (spoken.some(({ segments }) => segments === null)) {
    const piece = pieces.length === 1 ? 'the text' : 'the text of each part that it was sent';
    warnings.push(`the speech engine gave no segments: ${piece} is one segment`);
  }
  return warnings;
}

function warnOfLanguage(spoken: readonly Heard[], { language }: Heard, asked: Asked): string[] {
  const found = new Set(spoken.flatMap((heard) => heard.language ?? []));
  if (asked.language !== 'auto') {
    if (language === null || language === asked.language) return [];
    return [`the speech engine heard the language ${language}, not ${asked.language}`];
  }
  if (language === null) return ['the speech engine did not say which language it heard'];
  found.delete(language);
  return found.size === 0 ? [] : [`parts were heard in other languages: ${[...found].join(', ')}`];
}
