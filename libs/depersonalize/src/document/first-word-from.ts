import type { Word } from '../text/split-words';

/** Looks up the index of the first word that starts at or after an offset. */
export function firstWordFrom(words: readonly Word[]): (offset: number) => number {
  return (offset) => {
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((words[middle]?.start ?? Infinity) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
