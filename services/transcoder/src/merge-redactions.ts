import type { MediaPart, Redaction } from '@medley/contracts';
import { redactLimits } from './redact-limits';

/** Seconds are rounded outwards to this many parts. */
const PARTS = 1_000;

/**
 * What to make inaudible in a part of the transcribed sound: `times` of that sound with a padding (seconds), as seconds of
 * the part, in order. Those that touch are one, of the type of the first.
 */
export function mergeRedactions(
  times: readonly Redaction[],
  { padding, part, duration }: { padding: number; part: MediaPart; duration: number },
): Redaction[] {
  const length = Math.max(0, Math.min(part.end ?? duration, duration) - part.start);
  const moved = times
    .map(({ start, end, type }) => ({
      start: Math.max(0, roundDown(start - padding - part.start)),
      end: Math.min(length, roundUp(end + padding - part.start)),
      type,
    }))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start);
  return joinAcross(joinAcross(moved, 0), shortestPauses(moved));
}

/** Join neighbours with a pause of at most so many seconds between them. */
export function joinAcross(redactions: readonly Redaction[], pause: number): Redaction[] {
  const joined: Redaction[] = [];
  for (const redaction of redactions) {
    const last = joined.at(-1);
    if (last && redaction.start <= last.end + pause) last.end = Math.max(last.end, redaction.end);
    else joined.push({ ...redaction });
  }
  return joined;
}

/** The pause that has to be joined across, so that not too many are left; 0 when there are few. */
function shortestPauses(redactions: readonly Redaction[]): number {
  const joined = joinAcross(redactions, 0);
  const excess = joined.length - redactLimits.stretchesMax;
  if (excess <= 0) return 0;
  const pauses = joined
    .map(({ start }, i) => start - (joined[i - 1]?.end ?? -Infinity))
    .sort((a, b) => a - b);
  return pauses[excess - 1] ?? 0;
}

/** 1.23 is a little less than 1,230 thousandths of a second: the nearest one is meant. */
function roundDown(seconds: number): number {
  return Math.floor(Number((seconds * PARTS).toFixed(3))) / PARTS;
}

function roundUp(seconds: number): number {
  return Math.ceil(Number((seconds * PARTS).toFixed(3))) / PARTS;
}
