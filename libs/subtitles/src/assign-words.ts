import type { TranscribeOutput, TranscriptSegment, TranscriptWord } from '@medley/contracts';
import { normalizeForMatching } from './normalize-for-matching';
import { subtitleLimits } from './subtitle-limits';

/** Seconds by which the first word may begin before or after its segment: speech engines time the two separately. */
const TOLERANCE_S = 1;

/** Find the words of each segment: those that begin near its start and have the same letters and digits in sequence. Linear. */
export function assignWords({
  segments,
  words = [],
}: TranscribeOutput): Map<TranscriptSegment, TranscriptWord[]> {
  const found = new Map<TranscriptSegment, TranscriptWord[]>();
  const index = indexWords(words);
  let at = 0;
  for (const segment of [...segments].sort((a, b) => a.start - b.start)) {
    while ((index.words[at]?.start ?? Infinity) < segment.start - TOLERANCE_S) at += 1;
    const own = findWords(normalizeForMatching(segment.text), index, {
      from: at,
      until: segment.start + TOLERANCE_S,
    });
    if (!own) continue;
    found.set(segment, index.words.slice(own.first, own.next));
    at = own.next;
  }
  return found;
}

/** Words sorted by time, with their letters and digits in one string. */
interface WordIndex {
  words: readonly TranscriptWord[];
  characters: string;
  /** Offset in `characters` at which each word ends. */
  ends: Uint32Array;
}

function indexWords(words: readonly TranscriptWord[]): WordIndex {
  const sorted = [...words].sort((a, b) => a.start - b.start);
  const normalized = sorted.map(({ word }) => normalizeForMatching(word));
  const ends = new Uint32Array(normalized.length);
  normalized.forEach((one, i) => (ends[i] = (ends[i - 1] ?? 0) + one.length));
  return { words: sorted, characters: normalized.join(''), ends };
}

/** The first run of whole words with these characters whose first word begins before `until`; null when there is none. */
function findWords(
  characters: string,
  index: WordIndex,
  { from, until }: { from: number; until: number },
): { first: number; next: number } | null {
  const last = Math.min(index.words.length, from + subtitleLimits.candidateWordsMax) - 1;
  for (let first = from; first <= last && (index.words[first]?.start ?? Infinity) <= until; first += 1) {
    const start = index.ends[first - 1] ?? 0;
    if (!index.characters.startsWith(characters, start)) continue;
    const end = findWordEndingAt(index.ends, first, start + characters.length);
    if (end !== null) return { first, next: end + 1 };
  }
  return null;
}

/** Binary search for the first word from `from` on that ends at `offset`; null when the offset lies within a word. */
function findWordEndingAt(ends: Uint32Array, from: number, offset: number): number | null {
  let low = from;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? Infinity) < offset) low = middle + 1;
    else high = middle;
  }
  return ends[low] === offset ? low : null;
}
