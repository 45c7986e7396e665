import type { MarkerMatch } from './markers';
import { textAfter, textBefore } from '../text/spans';

/** One place where a marker stood: its name, which form of the value, hashes of the words before and after. */
export type Place = [name: string, form: number, before: number, after: number];

/** What a reversible depersonalization took out. Kept as JSON text; holds originals, so encrypt it. */
export interface Mapping {
  version: 1;
  /** Forms of each value by marker; the first is the fullest, in the nominative if there is one. */
  values: Record<string, string[]>;
  /** In the order of the text. */
  places: Place[];
  /** Hash of the text with its markers; absent in mappings of older versions. */
  whole?: number;
}

export function writeMapping(mapping: Mapping): string {
  return JSON.stringify(mapping);
}

/** @throws RangeError when the text is no mapping of a known version */
export function readMapping(json: string): Mapping {
  const mapping = JSON.parse(json) as Mapping;
  if (mapping.version !== 1) throw new RangeError('the mapping is of an unknown version');
  return mapping;
}

const REACH = 24;

/** Hashes of the words around a marker, by which a moved one finds the form it had. 0: no word there. */
export function contextHashes(
  text: string,
  { start, end }: Pick<MarkerMatch, 'start' | 'end'>,
): [number, number] {
  const before = /(?<!\p{L})(\p{L}+)\P{L}*$/u.exec(textBefore(text, start, REACH))?.[1];
  const after = /^\P{L}*(\p{L}+)/u.exec(textAfter(text, end, REACH))?.[1];
  return [hashText((before ?? '').toLowerCase()), hashText((after ?? '').toLowerCase())];
}

/** FNV-1a, 32 bits; 0 for nothing. */
export function hashText(text: string): number {
  if (text === '') return 0;
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** By which words around a marker the form of its value is known. */
interface Index {
  byBoth: Map<string, number>;
  byBefore: Map<string, number>;
  byAfter: Map<string, number>;
}

/**
 * Which form of its value each marker stands for: that of the place with the same words around it. Several places may
 * have them, and a model may change them: as long as the markers come in their old order, the place in it decides then.
 * Where nothing tells, 0, the fullest.
 */
export function findForms(
  text: string,
  found: readonly MarkerMatch[],
  places: Mapping['places'],
): readonly number[] {
  const index = indexPlaces(places);
  const isInOrder = found.length === places.length && found.every(({ name }, i) => name === places[i]?.[0]);
  const around = found.map(({ start, endingEnd }) => contextHashes(text, { start, end: endingEnd }));
  const known = found.map(({ name }, i) => formByWords(name, around[i] ?? [0, 0], index));
  const isMostlyKept = known.filter((form) => form !== undefined).length * 2 >= known.length;
  return known.map((form, i) => {
    const [, placed = 0, before, after] = places[i] ?? [];
    const isKept = before === around[i]?.[0] || after === around[i]?.[1];
    if (isInOrder && (isKept || (form === undefined && isMostlyKept))) return placed;
    return form ?? 0;
  });
}

function indexPlaces(places: Mapping['places']): Index {
  const index: Index = { byBoth: new Map(), byBefore: new Map(), byAfter: new Map() };
  const note = (map: Map<string, number>, key: string, form: number): void => {
    if (!map.has(key)) map.set(key, form);
  };
  for (const [name, form, before, after] of places) {
    if (before !== 0 && after !== 0) note(index.byBoth, `${name} ${before} ${after}`, form);
    if (before !== 0) note(index.byBefore, `${name} ${before}`, form);
    if (after !== 0) note(index.byAfter, `${name} ${after}`, form);
  }
  return index;
}

function formByWords(
  name: string,
  [before, after]: readonly [number, number],
  index: Index,
): number | undefined {
  return (
    index.byBoth.get(`${name} ${before} ${after}`) ??
    index.byBefore.get(`${name} ${before}`) ??
    index.byAfter.get(`${name} ${after}`)
  );
}
