import type { TranscribeOutput, TranscriptSegment, TranscriptWord } from '@medley/contracts';
import { lettersOf } from './letters-of';
import { transcriptLimits } from './transcript-limits';

/** Seconds by which engines place a word outside of its segment. */
const SLACK_S = 1;

/** The words of each segment: those that begin about where it begins and together say what it says. Linear. */
export function wordsOfSegments({
  segments,
  words = [],
}: TranscribeOutput): Map<TranscriptSegment, TranscriptWord[]> {
  const found = new Map<TranscriptSegment, TranscriptWord[]>();
  const said = spokenWords(words);
  let at = 0;
  for (const segment of [...segments].sort((a, b) => a.start - b.start)) {
    while ((said.words[at]?.start ?? Infinity) < segment.start - SLACK_S) at += 1;
    const own = findWords(lettersOf(segment.text), said, { from: at, until: segment.start + SLACK_S });
    if (!own) continue;
    found.set(segment, said.words.slice(own.first, own.next));
    at = own.next;
  }
  return found;
}

/** Words in the order of time, and their letters in one string. */
interface SpokenWords {
  words: readonly TranscriptWord[];
  letters: string;
  /** Where the letters of each word end. */
  ends: Uint32Array;
}

function spokenWords(words: readonly TranscriptWord[]): SpokenWords {
  const inOrder = [...words].sort((a, b) => a.start - b.start);
  const letters = inOrder.map(({ word }) => lettersOf(word));
  const ends = new Uint32Array(letters.length);
  letters.forEach((one, i) => (ends[i] = (ends[i - 1] ?? 0) + one.length));
  return { words: inOrder, letters: letters.join(''), ends };
}

/** The first words in time that say these letters from the beginning of a word to the end of one. */
function findWords(
  letters: string,
  said: SpokenWords,
  { from, until }: { from: number; until: number },
): { first: number; next: number } | null {
  const last = Math.min(said.words.length, from + transcriptLimits.firstWordsMax) - 1;
  for (let first = from; first <= last && (said.words[first]?.start ?? Infinity) <= until; first += 1) {
    const start = said.ends[first - 1] ?? 0;
    if (!said.letters.startsWith(letters, start)) continue;
    const end = firstEndingAt(said.ends, first, start + letters.length);
    if (end !== null) return { first, next: end + 1 };
  }
  return null;
}

/** The first word from `from` on whose letters end at this place; null when it lies within a word. */
function firstEndingAt(ends: Uint32Array, from: number, place: number): number | null {
  let low = from;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? Infinity) < place) low = middle + 1;
    else high = middle;
  }
  return ends[low] === place ? low : null;
}
