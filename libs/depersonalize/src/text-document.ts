import { nearestLabel, type Label } from './nearest-label';
import { splitWords, type Word } from './split-words';

/** A text as the detectors see it: split once, asked often. */
export interface TextDocument {
  text: string;
  /** `ru` or `en` by the script, else the hint; ISO 639-1. */
  language: string;
  words: readonly Word[];
  hasDigits: boolean;
  /** The label nearest before an offset («паспорт», “account no.”), which says what a bare number is. */
  labelBefore(offset: number): Label | null;
  /** Index of the first word that starts at or after an offset. */
  wordFrom(offset: number): number;
}

/** Read a text once for all detectors. The script of its letters says the language; the hint counts without letters. */
export function readDocument(text: string, language?: string): TextDocument {
  const words = splitWords(text);
  const labels = new Map<number, Label | null>();
  return {
    text,
    words,
    language: guessLanguage(words) ?? language ?? 'ru',
    hasDigits: /\d/.test(text),
    labelBefore: (offset) => {
      const known = labels.get(offset);
      if (known !== undefined) return known;
      const label = nearestLabel(text, offset);
      labels.set(offset, label);
      return label;
    },
    wordFrom: (offset) => firstFrom(words, offset),
  };
}

/** Russian text is full of Latin names and addresses; English text has hardly a Cyrillic letter. */
const CYRILLIC_WEIGHT = 4;

function guessLanguage(words: readonly Word[]): string | null {
  let balance = 0;
  for (const word of words.slice(0, 1_000)) {
    if (word.script === 'cyrillic') balance += CYRILLIC_WEIGHT * (word.end - word.start);
    else if (word.script === 'latin') balance -= word.end - word.start;
  }
  if (balance === 0) return null;
  return balance > 0 ? 'ru' : 'en';
}

function firstFrom(words: readonly Word[], offset: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle]?.start ?? Infinity) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
