import type { EntityType } from '@medley/contracts';
import type { Match } from './detector';
import { firstAtOrAfter } from '../text/first-at-or-after';
import { COUNTS_FROM } from './resolve-overlaps';

/** Findings of a kind in order. */
export interface MatchIndex {
  matches: readonly Match[];
  starts: readonly number[];
}
/** How far around a value its record reaches. */
export const RECORD = 160;
/** The matches that count of some types. */
export function indexMatches(matches: readonly Match[], isWanted: (type: EntityType) => boolean): MatchIndex {
  const wanted = matches
    .filter(({ score, type }) => score >= COUNTS_FROM && isWanted(type))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  return { matches: wanted, starts: wanted.map(({ start }) => start) };
}

/** Whether a match starts in a span of the text. */
export function hasMatchIn({ starts }: MatchIndex, [from, to]: readonly [number, number]): boolean {
  return (starts[firstAtOrAfter(starts, from)] ?? Infinity) < to;
}

/** The line of a value; with the two around it where the value is alone in its line. */
export function recordAround(text: string, { start, end }: Match): [number, number] {
  const head = text.slice(Math.max(0, start - RECORD), start).split('\n');
  const tail = text.slice(end, end + RECORD).split('\n');
  const isAlone = head.at(-1)?.trim() === '' || tail[0]?.trim() === '';
  const lines = isAlone ? 3 : 1;
  const reach = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + part.length + 1, 0);
  return [start - reach(head.slice(-lines)), end + reach(tail.slice(0, lines))];
}
