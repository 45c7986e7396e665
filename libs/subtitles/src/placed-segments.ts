import type { TranscribeOutput, TranscriptSegment, TranscriptWord } from '@medley/contracts';
import { assignWords } from './assign-words';
import { indexCharacters, locateCharacters, type CharacterRange } from './character-index';
import { normalizeForMatching } from './normalize-for-matching';

/** A segment with its place among the letters and digits of the text. */
export interface PlacedSegment {
  /** Its index. */
  at: number;
  segment: TranscriptSegment;
  /** Null: it is not in the text. */
  range: CharacterRange | null;
  /** The end of the last segment up to this one that is in the text. */
  reach: number;
  /** It begins where the one before ends, and ends where the next one begins: it can be nowhere else. */
  isCertain: boolean;
  /** Its words, and the offset in its letters at which each ends; none when they are not its letters. */
  words: readonly TranscriptWord[];
  ends: readonly number[];
}

/** Seconds by which the words of a segment may lie outside it and be believed. */
const TOLERANCE_S = 1;

/** Find the segments of a transcript in its text, and the words of each. Linear. */
export function placeSegments(transcript: TranscribeOutput): PlacedSegment[] {
  const { segments } = transcript;
  const index = indexCharacters(transcript.text);
  const ranges = locateCharacters(
    segments.map(({ text }) => text),
    index,
  );
  const begins = ranges.flatMap((range) => range?.first ?? []);
  const wordsOf = assignWords(transcript);
  let reach = 0;
  let nth = 0;
  return segments.map((segment, i) => {
    const range = ranges[i] ?? null;
    const before = reach;
    if (range) {
      reach = range.next;
      nth += 1;
    }
    const isCertain = range?.first === before && range.next === (begins[nth] ?? index.characters.length);
    const words = wordsOf.get(segment) ?? [];
    return { at: i, segment, range, reach, isCertain, words, ends: endsOf(words) };
  });
}

function endsOf(words: readonly TranscriptWord[]): number[] {
  let end = 0;
  return words.map(({ word }) => (end += normalizeForMatching(word).length));
}

/** When the words of a segment in a range are heard; null when that of one of them is unknown. */
export function timeOfWords(
  { segment, range, words, ends }: PlacedSegment,
  { first, next }: CharacterRange,
): readonly [from: number, to: number] | null {
  if (!range) return null;
  const length = ends.at(-1) ?? 0;
  if (length !== range.next - range.first) return null;
  const from = firstAfter(ends, Math.max(0, first - range.first));
  const until = firstAfter(ends, Math.min(length, next - range.first) - 1) + 1;
  const touched = words.slice(from, until);
  if (touched.length === 0 || !touched.every((word) => isBelievable(word, segment))) return null;
  return [Math.min(...touched.map(({ start }) => start)), Math.max(...touched.map(({ end }) => end))];
}

/** Index of the first of ascending numbers that is greater. */
export function firstAfter(numbers: readonly number[], value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? Infinity) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isBelievable({ start, end }: TranscriptWord, segment: TranscriptSegment): boolean {
  return end > start && start >= segment.start - TOLERANCE_S && end <= segment.end + TOLERANCE_S;
}

/** When a segment is heard; one without a length reaches from the segment before to the one behind. */
export function wholeOf(
  placed: readonly PlacedSegment[],
  index: number,
  duration: number,
): readonly [from: number, to: number] {
  const segment = placed[index]?.segment;
  if (segment && segment.end > segment.start) return [segment.start, segment.end];
  return [placed[index - 1]?.segment.start ?? 0, placed[index + 1]?.segment.end ?? duration];
}
