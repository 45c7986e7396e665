import type { SpeakerTurn } from './speaker-turn';

/** Seconds around a span in which the nearest turn is accepted: detected speech begins late and ends early. */
const NEAR_S = 0.5;

/** A time span in seconds. */
export interface Span {
  start: number;
  end: number;
}

/**
 * Creates a function that finds the speaker of a span: the one with the longest overlap, else the one of the nearest turn
 * within 0.5 s, else null.
 */
export function speakerFinder(turns: readonly SpeakerTurn[]): (span: Span) => string | null {
  const inOrder = turns.toSorted((one, other) => one.start - other.start);
  // The latest end of the turns up to each index: ascending, so that a binary search finds where to start.
  let latest = -Infinity;
  const latestEnds = inOrder.map(({ end }) => (latest = Math.max(latest, end)));
  return (span) => dominantSpeaker(inOrder, firstAtLeast(latestEnds, span.start - NEAR_S), span);
}

function dominantSpeaker(turns: readonly SpeakerTurn[], first: number, { start, end }: Span): string | null {
  const seconds = new Map<string, number>();
  let nearest: { speaker: string; distance: number } | null = null;
  for (let index = first; index < turns.length; index += 1) {
    const turn = turns[index];
    if (!turn || turn.start > end + NEAR_S) break;
    const shared = Math.min(end, turn.end) - Math.max(start, turn.start);
    if (shared > 0) seconds.set(turn.speaker, (seconds.get(turn.speaker) ?? 0) + shared);
    if (-shared <= (nearest?.distance ?? NEAR_S)) nearest = { speaker: turn.speaker, distance: -shared };
  }
  const [most] = [...seconds].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? nearest?.speaker ?? null;
}

/** The index of the first value that is not below `minimum`; values are ascending. */
function firstAtLeast(values: readonly number[], minimum: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < minimum) low = middle + 1;
    else high = middle;
  }
  return low;
}
