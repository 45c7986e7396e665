import {
  indexCharacters,
  locateCharacters,
  type CharacterIndex,
  type CharacterRange,
} from './character-index';

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
  return locateCharacters(segments, index).map((range) => range && widen(text, index, range));
}

/** Extend a range of letters by the punctuation that belongs to it: between two segments, what stands before the last space. */
function widen(text: string, { starts, ends }: CharacterIndex, { first, next }: CharacterRange): TextRange {
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
