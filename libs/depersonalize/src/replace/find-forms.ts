import { contextHashes, type Mapping } from './mapping';
import type { MarkerMatch } from './markers';

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
