import type { EntityType } from '@medley/contracts';
import type { Finding } from './detector';
import { firstAtOrAfter } from './first-at-or-after';
import { COUNTS_FROM } from './resolve-overlaps';

/** Findings of a kind in order. */
export interface Places {
  findings: readonly Finding[];
  starts: readonly number[];
}
/** How far around a value its record reaches. */
export const RECORD = 160;
/** Numbers that nobody but a person has. */
export const ownTypes: ReadonlySet<EntityType> = new Set([
  'PASSPORT',
  'SNILS',
  'INN',
  'MEDICAL_ID',
  'DRIVER_LICENCE',
  'MILITARY_ID',
  'BIRTH_CERT',
  'US_SSN',
  'US_ITIN',
  'UK_NINO',
  'UK_NHS',
]);
/** What firms have too. */
export const sharedTypes: ReadonlySet<EntityType> = new Set(['PHONE', 'EMAIL', 'ADDRESS']);

/** The findings that count of some types. */
export function placesOf(findings: readonly Finding[], isWanted: (type: EntityType) => boolean): Places {
  const wanted = findings
    .filter(({ score, type }) => score >= COUNTS_FROM && isWanted(type))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  return { findings: wanted, starts: wanted.map(({ start }) => start) };
}

/** Whether one of them is in a stretch of the text. */
export function isAmong({ starts }: Places, [from, to]: readonly [number, number]): boolean {
  return (starts[firstAtOrAfter(starts, from)] ?? Infinity) < to;
}

/** The line of a value; with the two around it where the value is alone in its line. */
export function recordAround(text: string, { start, end }: Finding): [number, number] {
  const head = text.slice(Math.max(0, start - RECORD), start).split('\n');
  const tail = text.slice(end, end + RECORD).split('\n');
  const isAlone = head.at(-1)?.trim() === '' || tail[0]?.trim() === '';
  const lines = isAlone ? 3 : 1;
  const reach = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + part.length + 1, 0);
  return [start - reach(head.slice(-lines)), end + reach(tail.slice(0, lines))];
}
