import type { Finding } from './detector';

/** Below this a finding is a guess and does not count. */
export const COUNTS_FROM = 0.5;
const SCORE_STEPS = 20;

/**
 * The one place where findings compete: the likelier wins (in steps of 0.05), among equals the longer, then the
 * earlier. What overlaps a winner is dropped. The result is sorted and free of overlaps.
 */
export function resolveOverlaps(findings: readonly Finding[], length: number): Finding[] {
  const ranked = findings
    .filter((finding) => finding.score >= COUNTS_FROM && finding.end > finding.start)
    .sort((a, b) => rank(b) - rank(a) || b.end - b.start - (a.end - a.start) || a.start - b.start);
  const taken = new Uint8Array(length);
  const winners: Finding[] = [];
  for (const finding of ranked) {
    if (isTaken(taken, finding)) continue;
    taken.fill(1, finding.start, finding.end);
    winners.push(finding);
  }
  return winners.sort((a, b) => a.start - b.start);
}

function isTaken(taken: Uint8Array, { start, end }: Finding): boolean {
  for (let at = start; at < end; at += 1) if (taken[at]) return true;
  return false;
}

function rank({ score }: Finding): number {
  return Math.round(score * SCORE_STEPS);
}
