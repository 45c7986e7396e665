import { readMapping, surroundings, type Mapping, type Place } from './mapping';
import { findMarkers, type MarkerMatch } from './markers';

export interface Restored {
  text: string;
  /** How many markers were put back. */
  restored: number;
  /** Markers of the mapping that the text no longer holds. */
  missing: string[];
}

/**
 * Put originals back wherever their markers went. Exact when the markers stand as they were put; moved, repeated or
 * rewritten ones (brackets lost, other case) get the form whose neighbours fit best, else the fullest.
 * @throws RangeError, SyntaxError when `mapping` is no mapping
 */
export function restore(text: string, mapping: string): Restored {
  const { values, places } = readMapping(mapping);
  const known = new Map(Object.entries(values));
  const found = findMarkers(text).filter(({ name }) => known.has(name));
  const isUntouched = found.length === places.length && found.every(({ name }, i) => name === places[i]?.[0]);
  const formOf = isUntouched
    ? (_: MarkerMatch, i: number) => places[i]?.[1] ?? 0
    : formByNeighbours(text, places);
  const parts: string[] = [];
  let at = 0;
  found.forEach((marker, i) => {
    const forms = known.get(marker.name) ?? [];
    parts.push(text.slice(at, marker.start), forms[formOf(marker, i)] ?? forms[0] ?? '');
    at = marker.end;
  });
  const seen = new Set(found.map(({ name }) => name));
  return {
    text: parts.join('') + text.slice(at),
    restored: found.length,
    missing: [...known.keys()].filter((name) => !seen.has(name)),
  };
}

function formByNeighbours(text: string, places: Mapping['places']): (marker: MarkerMatch) => number {
  const byBefore = new Map<string, Place>();
  const byAfter = new Map<string, Place>();
  for (const place of places) {
    const [name, , before, after] = place;
    if (before !== 0 && !byBefore.has(`${name} ${before}`)) byBefore.set(`${name} ${before}`, place);
    if (after !== 0 && !byAfter.has(`${name} ${after}`)) byAfter.set(`${name} ${after}`, place);
  }
  return (marker) => {
    const [before, after] = surroundings(text, marker);
    const place = byBefore.get(`${marker.name} ${before}`) ?? byAfter.get(`${marker.name} ${after}`);
    return place?.[1] ?? 0;
  };
}
