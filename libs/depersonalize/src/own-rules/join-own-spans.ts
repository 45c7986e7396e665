import type { Finding } from '../detector';
import type { OwnSpan } from './own-span';

/** What is hidden: found by a detector, by an own rule, or by both. */
export type Hidden = Pick<Finding, 'start' | 'end' | 'type'> | OwnSpan;

/**
 * The one place where own rules meet detectors, and each other: all that overlap become one span under the type of the own
 * rule; of several own rules the longest match gives its type, among equals the earlier. Both lists are sorted by start,
 * and those of the detectors do not overlap. The result is sorted and free of overlaps. Linear.
 */
export function joinOwnSpans(findings: readonly Finding[], own: readonly OwnSpan[]): Hidden[] {
  const sorted: Hidden[] = [...findings, ...own].sort((a, b) => a.start - b.start || a.end - b.end);
  const isOwn = new Set<Hidden>(own);
  const joined: Hidden[] = [];
  let winner: OwnSpan | null = null;
  for (const span of sorted) {
    const before = joined.at(-1);
    const mine = isOwn.has(span) ? (span as OwnSpan) : null;
    if (!before || span.start >= before.end) {
      joined.push({ type: span.type, start: span.start, end: span.end } as Hidden);
      winner = mine;
      continue;
    }
    if (mine && (!winner || mine.end - mine.start > winner.end - winner.start)) winner = mine;
    const type = winner?.type ?? before.type;
    joined[joined.length - 1] = { type, start: before.start, end: Math.max(before.end, span.end) } as Hidden;
  }
  return joined;
}
