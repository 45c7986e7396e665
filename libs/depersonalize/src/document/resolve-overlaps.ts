import { confidence, rankOf } from './confidence';
import type { Match } from './detector';

/** Below this a match is a guess and does not count. */
export const COUNTS_FROM = confidence.least;

/**
 * The one place where matches compete: the higher level of confidence wins, among equals the longer, then the
 * earlier. What overlaps a winner is dropped. The result is sorted and free of overlaps.
 */
export function resolveOverlaps(matches: readonly Match[], length: number): Match[] {
  const ranked = matches
    .filter((finding) => finding.score >= COUNTS_FROM && finding.end > finding.start)
    .sort(
      (a, b) => rankOf(b.score) - rankOf(a.score) || b.end - b.start - (a.end - a.start) || a.start - b.start,
    );
  const taken = new Uint8Array(length);
  const winners: Match[] = [];
  for (const finding of ranked) {
    if (isTaken(taken, finding)) continue;
    taken.fill(1, finding.start, finding.end);
    winners.push(finding);
  }
  return winners.sort((a, b) => a.start - b.start);
}

function isTaken(taken: Uint8Array, { start, end }: Match): boolean {
  for (let at = start; at < end; at += 1) if (taken[at]) return true;
  return false;
}
