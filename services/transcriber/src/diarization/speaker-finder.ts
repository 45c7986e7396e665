import type { SpeakerTurn } from './speaker-turn';

/** Who is not heard at a moment may still be heard so many seconds away: speech is longer than what stands out of it. */
const NEAR_S = 0.5;

export interface Span {
  start: number;
  end: number;
}

/** Says of any span whose voice it is: the one heard most in it, else the nearest; null where nobody is near. */
export function speakerFinder(turns: readonly SpeakerTurn[]): (span: Span) => string | null {
  const inOrder = turns.toSorted((one, other) => one.start - other.start);
  // How far the turns up to each one reach, so that a search may begin behind all that ended long ago.
  let reach = -Infinity;
  const reaches = inOrder.map(({ end }) => (reach = Math.max(reach, end)));
  return (span) => mostHeard(inOrder, firstReaching(reaches, span.start - NEAR_S), span);
}

function mostHeard(turns: readonly SpeakerTurn[], first: number, { start, end }: Span): string | null {
  const shares = new Map<string, number>();
  let nearest: { speaker: string; distance: number } | null = null;
  for (let index = first; index < turns.length; index += 1) {
    const turn = turns[index];
    if (!turn || turn.start > end + NEAR_S) break;
    const shared = Math.min(end, turn.end) - Math.max(start, turn.start);
    if (shared > 0) shares.set(turn.speaker, (shares.get(turn.speaker) ?? 0) + shared);
    if (-shared <= (nearest?.distance ?? NEAR_S)) nearest = { speaker: turn.speaker, distance: -shared };
  }
  const [most] = [...shares].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? nearest?.speaker ?? null;
}

function firstReaching(reaches: readonly number[], time: number): number {
  let [low, high] = [0, reaches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((reaches[middle] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
