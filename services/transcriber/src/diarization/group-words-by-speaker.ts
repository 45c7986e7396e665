import type { SpokenWord } from '../engines/speech-engine';

/** A run of words shorter than this is no turn of its own. */
const SHORTEST_S = 0.6;

/** Words that follow each other and are one speaker's. */
export interface Run {
  speaker: string | null;
  words: SpokenWord[];
}

/** Words in runs of one speaker; short ones go to their longer neighbour, interjections before others. */
export function groupWordsBySpeaker(
  words: readonly SpokenWord[],
  speakerOf: (word: SpokenWord) => string | null,
): Run[] {
  const runs = joinEqual(words.map((word) => ({ speaker: speakerOf(word), words: [word] })));
  for (;;) {
    const place = findShort(runs);
    if (place < 0) return runs;
    const [before, after] = [runs[place - 1], runs[place + 1]];
    const neighbour = before && (!after || lengthOf(before) >= lengthOf(after)) ? before : after;
    const from = Math.max(0, place - 1);
    const around = runs.slice(from, place + 2);
    const speaker = neighbour?.speaker ?? null;
    const joined = joinEqual(
      around.map((run, index) => (from + index === place ? { ...run, speaker } : run)),
    );
    runs.splice(from, around.length, ...joined);
  }
}

/** The shortest of the short runs, or of those within another's speech if there are any; -1 when none is short. */
function findShort(runs: readonly Run[]): number {
  if (runs.length < 2) return -1;
  const lengths = runs.map((run) => lengthOf(run));
  const within = lengths.map((length, place) => {
    const [before, after] = [runs[place - 1], runs[place + 1]];
    return before && after && before.speaker === after.speaker ? length : Infinity;
  });
  for (const candidates of [within, lengths]) {
    const shortest = candidates.reduce((least, length) => Math.min(least, length), Infinity);
    if (shortest < SHORTEST_S) return candidates.indexOf(shortest);
  }
  return -1;
}

function lengthOf({ words }: Run): number {
  return (words.at(-1)?.end ?? 0) - (words[0]?.start ?? 0);
}

function joinEqual(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const { speaker, words } of runs) {
    const last = joined.at(-1);
    if (last?.speaker === speaker) last.words.push(...words);
    else joined.push({ speaker, words: [...words] });
  }
  return joined;
}
