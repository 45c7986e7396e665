import { normalizeForMatching } from './normalize-for-matching';
import { subtitleLimits } from './subtitle-limits';

/** The letters and digits of a text, with the offset in the text at which each begins and ends. */
export interface CharacterIndex {
  characters: string;
  starts: readonly number[];
  ends: readonly number[];
}

/** Offsets in the letters and digits of a text; `next` is exclusive. */
export interface CharacterRange {
  first: number;
  next: number;
}

/** By code point, so that the same letters are equal wherever in a word they stand. */
export function indexCharacters(text: string): CharacterIndex {
  const starts: number[] = [];
  const ends: number[] = [];
  const characters: string[] = [];
  let offset = 0;
  for (const codePoint of text) {
    const normalized = normalizeForMatching(codePoint);
    for (const unit of normalized.split('')) {
      characters.push(unit);
      starts.push(offset);
      ends.push(offset + codePoint.length);
    }
    offset += codePoint.length;
  }
  return { characters: characters.join(''), starts, ends };
}

/**
 * Find segments in the letters and digits of a text, in sequence; null for one that is not there or has none. Ranges are
 * disjoint and in ascending order. Linear in the length of both.
 */
export function locateCharacters(
  segments: readonly string[],
  index: CharacterIndex,
): (CharacterRange | null)[] {
  let from = 0;
  let missed = 0;
  return segments.map((segment) => {
    const { characters } = indexCharacters(segment);
    if (characters === '') return null;
    const at = index.characters
      .slice(from, from + missed + subtitleLimits.unmatchedMax + characters.length)
      .indexOf(characters);
    if (at < 0) {
      missed = Math.min(missed + characters.length, subtitleLimits.unmatchedMax);
      return null;
    }
    const first = from + at;
    from = first + characters.length;
    missed = 0;
    return { first, next: from };
  });
}
