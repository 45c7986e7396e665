/** When something is to be shown, in milliseconds. */
export interface Timing {
  startMs: number;
  endMs: number;
}

const SHORTEST_MS = 1_000;
const LONGEST_MS = 7_000;
/** What a cue gets even if the next one begins sooner; that one is shown later then. */
const LEAST_MS = 200;

/**
 * Put cues in order of time, one after the other: each begins where it is said, or when the one before it has ended,
 * lasts a second where there is room, seven at most, and ends before the next begins.
 */
export function spaceCues<T extends Timing>(cues: readonly T[]): T[] {
  const inOrder = [...cues].sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  let free = 0;
  return inOrder.map((cue, i) => {
    const startMs = Math.max(free, cue.startMs);
    const wanted = Math.min(startMs + LONGEST_MS, Math.max(cue.endMs, startMs + SHORTEST_MS));
    const endMs = Math.max(startMs + LEAST_MS, Math.min(wanted, inOrder[i + 1]?.startMs ?? Infinity));
    free = endMs;
    return { ...cue, startMs, endMs };
  });
}
