import { splitWords } from '../split-words';
import { typeAddress } from './type-address';
import { readNumbers } from './read-numbers';
import { hasSpokenSigns } from './read-spoken-parts';
import { writeNumbers } from './write-numbers';
import { WrittenText } from './written-text';

/** A value as it is written, in digits or with typed signs, however it was said; others stay. */
export function writeValue(value: string, isTyped = false): string {
  const words = splitWords(value);
  if (isTyped) return hasSpokenSigns(value) ? typeAddress({ text: value, words }) : value;
  const numbers = readNumbers({ text: value, words });
  if (numbers.length === 0) return value;
  const rewrites = writeNumbers(value, numbers);
  return new WrittenText(value, { start: 0, end: value.length }, rewrites).text;
}
