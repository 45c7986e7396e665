import { fold } from '../text/split-words';

/** A text as lists of values compare it, with the UTF-16 offset in the text at which each unit begins and ends. */
export interface FoldedValue {
  characters: string;
  starts: readonly number[];
  ends: readonly number[];
}

/** Lower case, ё as е, a run of white space as one blank, none at the ends. By code point, so that parts fold alike. */
export function foldValue(text: string): FoldedValue {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let offset = 0;
  for (const char of text.toWellFormed()) {
    const isBlank = /\s/u.test(char);
    if (!isBlank || (parts.length > 0 && parts.at(-1) !== ' ')) {
      for (const unit of isBlank ? ' ' : fold(char)) {
        for (const half of unit.split('')) {
          parts.push(half);
          starts.push(offset);
          ends.push(offset + char.length);
        }
      }
    }
    offset += char.length;
  }
  if (parts.at(-1) === ' ') parts.pop();
  return { characters: parts.join(''), starts, ends };
}
