import type { SpokenWord } from '../spoken-segment';

/** Shorter runs (in seconds) are merged into a neighbor. */
const RUN_S_MIN = 0.6;

/** Consecutive words of one speaker. */
export interface Run {
  speaker: string | null;
  words: SpokenWord[];
}

/**
 * Groups words into runs of one speaker. Runs shorter than 0.6 s are merged into their longer neighbor, first those between
 * two runs of the same other speaker.
 */
export function groupWordsBySpeaker(
  words: readonly SpokenWord[],
  speakerOf: (word: SpokenWord) => string | null,
): Run[] {
  const runs = mergeEqual(words.map((word) => ({ speaker: speakerOf(word), words: [word] })));
  for (;;) {
    const short = findShort(runs);
    if (short < 0) return runs;
    const [before, after] = [runs[short - 1], runs[short + 1]];
    const neighbor = before && (!after || lengthOf(before) >= lengthOf(after)) ? before : after;
    const from = Math.max(0, short - 1);
    const around = runs.slice(from, short + 2);
    const speaker = neighbor?.speaker ?? null;
    const merged = mergeEqual(
      around.map((run, index) => (from + index === short ? { ...run, speaker } : run)),
    );
    runs.splice(from, around.length, ...merged);
  }
}

/** The index of the shortest run below the minimum, interjections first; -1 when there is none. */
function findShort(runs: readonly Run[]): number {
  if (runs.length < 2) return -1;
  const lengths = runs.map((run) => lengthOf(run));
  const interjections = lengths.map((length, place) => {
    const [before, after] = [runs[place - 1], runs[place + 1]];
    return before && after && before.speaker === after.speaker ? length : Infinity;
  });
  for (const candidates of [interjections, lengths]) {
    const shortest = candidates.reduce((least, length) => Math.min(least, length), Infinity);
    if (shortest < RUN_S_MIN) return candidates.indexOf(shortest);
  }
  return -1;
}

function lengthOf({ words }: Run): number {
  return (words.at(-1)?.end ?? 0) - (words[0]?.start ?? 0);
}

function mergeEqual(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const { speaker, words } of runs) {
    const last = merged.at(-1);
    if (last?.speaker === speaker) last.words.push(...words);
    else merged.push({ speaker, words: [...words] });
  }
  return merged;
}
