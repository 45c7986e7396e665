import type { Match } from '../document/detector';
import type { OwnSpan } from './own-span';

/** What is hidden: found by a detector, by an own rule, or by both. Of what an own rule hides the score is 1. */
export type HiddenSpan = (Pick<Match, 'start' | 'end' | 'type'> | OwnSpan) & { score?: number };

const OWN_SCORE = 1;

/**
 * The one place where own rules meet detectors, and each other: all that overlap become one span under the type of the own
 * rule; of several own rules the longest match gives its type, among equals the earlier. Both lists are sorted by start,
 * and those of the detectors do not overlap. The result is sorted and free of overlaps. Linear.
 */
export function joinOwnSpans(matches: readonly Match[], own: readonly OwnSpan[]): HiddenSpan[] {
  const sorted: HiddenSpan[] = [...matches, ...own].sort((a, b) => a.start - b.start || a.end - b.end);
  const isOwn = new Set<HiddenSpan>(own);
  const joined: HiddenSpan[] = [];
  let winner: OwnSpan | null = null;
  for (const span of sorted) {
    const before = joined.at(-1);
    const mine = isOwn.has(span) ? (span as OwnSpan) : null;
    if (!before || span.start >= before.end) {
      const score = mine ? OWN_SCORE : span.score;
      joined.push({ type: span.type, start: span.start, end: span.end, score } as HiddenSpan);
      winner = mine;
      continue;
    }
    if (mine && (!winner || mine.end - mine.start > winner.end - winner.start)) winner = mine;
    const type = winner?.type ?? before.type;
    joined[joined.length - 1] = {
      type,
      start: before.start,
      end: Math.max(before.end, span.end),
      score: winner ? OWN_SCORE : before.score,
    } as HiddenSpan;
  }
  return joined;
}
