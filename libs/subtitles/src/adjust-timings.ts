/** When a cue is shown, in milliseconds. */
export interface CueTiming {
  startMs: number;
  endMs: number;
}

const DURATION_MIN_MS = 1_000;
const DURATION_MAX_MS = 7_000;
/** Duration of a cue whose successor begins too soon; the successor is delayed to give it that. */
const OVERLAPPED_DURATION_MIN_MS = 200;

/**
 * Sort cues by time and remove their overlaps: each begins at its start or at the end of the cue before it, lasts one
 * second where the next cue leaves the time, seven at most, and ends before the next begins.
 */
export function adjustTimings<T extends CueTiming>(cues: readonly T[]): T[] {
  const sorted = [...cues].sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  let previousEndMs = 0;
  return sorted.map((cue, i) => {
    const startMs = Math.max(previousEndMs, cue.startMs);
    const preferredEndMs = Math.min(
      startMs + DURATION_MAX_MS,
      Math.max(cue.endMs, startMs + DURATION_MIN_MS),
    );
    const endMs = Math.max(
      startMs + OVERLAPPED_DURATION_MIN_MS,
      Math.min(preferredEndMs, sorted[i + 1]?.startMs ?? Infinity),
    );
    previousEndMs = endMs;
    return { ...cue, startMs, endMs };
  });
}
