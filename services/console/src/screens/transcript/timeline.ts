import type { Mark, Passage } from './passage';

/** What is heard at a time: a word, or a segment, and its passage. */
export interface Cue {
  passage: number;
  mark: Mark;
}

/** Seconds after its end for which a word stays lit when nothing follows. */
const LINGER_S = 0.8;

/** Everything that is heard, in the order of its start. */
export function timelineOf(passages: readonly Passage[]): Cue[] {
  return passages
    .flatMap(({ index, marks }) => marks.map((mark) => ({ passage: index, mark })))
    .sort((one, other) => one.mark.start - other.mark.start);
}

/** What is heard at `seconds`; null in a pause. */
export function cueAt(timeline: readonly Cue[], seconds: number): Cue | null {
  const cue = timeline[lastAtMost(timeline, seconds, ({ mark }) => mark.start)];
  return cue && seconds <= cue.mark.end + LINGER_S ? cue : null;
}

/** The mark at an offset of the text of a passage, or the last one before it. */
export function markAt({ marks }: Passage, offset: number): Mark | undefined {
  return marks[
    Math.max(
      0,
      lastAtMost(marks, offset, ({ from }) => from),
    )
  ];
}

/** The index of the last item whose value is at most `limit`, by binary search; -1 when there is none. */
function lastAtMost<Item>(items: readonly Item[], limit: number, valueOf: (item: Item) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && valueOf(item) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
