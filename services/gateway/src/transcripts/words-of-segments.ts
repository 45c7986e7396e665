import type { TranscribeOutput, TranscriptSegment, TranscriptWord } from '@medley/contracts';
import { lettersOf } from './letters-of';

/** Seconds by which engines place a word outside of its segment. */
const SLACK_S = 1;

/** The words of each segment: those that begin about where it begins and together say what it says. Linear. */
export function wordsOfSegments({
  segments,
  words = [],
}: TranscribeOutput): Map<TranscriptSegment, TranscriptWord[]> {
  const found = new Map<TranscriptSegment, TranscriptWord[]>();
  const inOrder = [...words].sort((a, b) => a.start - b.start);
  let at = 0;
  for (const segment of [...segments].sort((a, b) => a.start - b.start)) {
    while ((inOrder[at]?.start ?? Infinity) < segment.start - SLACK_S) at += 1;
    const own = wordsSaying(lettersOf(segment.text), inOrder, { from: at, until: segment.start + SLACK_S });
    if (!own) continue;
    found.set(segment, own.words);
    at = own.next;
  }
  return found;
}

function wordsSaying(
  letters: string,
  words: readonly TranscriptWord[],
  { from, until }: { from: number; until: number },
): { words: TranscriptWord[]; next: number } | null {
  for (let first = from; (words[first]?.start ?? Infinity) <= until; first += 1) {
    let rest = letters;
    for (let at = first; at < words.length; at += 1) {
      const said = lettersOf(words[at]?.word ?? '');
      if (!rest.startsWith(said)) break;
      rest = rest.slice(said.length);
      if (rest === '') return { words: words.slice(first, at + 1), next: at + 1 };
    }
  }
  return null;
}
