import { normalizeForMatching } from './normalize-for-matching';
import { subtitleLimits } from './subtitle-limits';

/** UTF-16 offsets; `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/**
 * Find the segments of a transcript in its text: in sequence, by their letters and digits. Linear in the length of both.
 * Null for a segment that is not there or has neither letters nor digits. Ranges are disjoint, in ascending order, and
 * include the punctuation around the segment.
 */
export function locateSegments(segments: readonly string[], text: string): (TextRange | null)[] {
  const index = indexCharacters(text);
  let from = 0;
  let missed = 0;
  const found = segments.map((segment) => {
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
  return found.map((range) => range && widen(text, index, range));
}

/** The letters and digits of a text, with the offset in the text at which each begins and ends. */
interface CharacterIndex {
  characters: string;
  starts: readonly number[];
  ends: readonly number[];
}

/** By code point, so that the same letters are equal wherever in a word they stand. */
function indexCharacters(text: string): CharacterIndex {
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

/** Extend a range of letters by the punctuation that belongs to it: between two segments, what stands before the last space. */
function widen(
  text: string,
  { starts, ends }: CharacterIndex,
  { first, next }: { first: number; next: number },
): TextRange {
  const gapStart = first === 0 ? 0 : (ends[first - 1] ?? 0);
  const start = starts[first] ?? 0;
  const end = ends[next - 1] ?? start;
  const before = text.slice(gapStart, start);
  const after = text.slice(end, starts[next] ?? text.length);
  const ownBefore = first === 0 ? 0 : (lastSpaceEnd(before) ?? before.length);
  const ownAfter = next >= starts.length ? after.length : (lastSpaceEnd(after) ?? after.length);
  return { start: gapStart + ownBefore, end: end + ownAfter };
}

/** Offset after the last white space of a text; null when there is none. */
function lastSpaceEnd(text: string): number | null {
  const last = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'));
  return last < 0 ? null : last + 1;
}
