import { type Mapping, findForms, hashText, readMapping } from './mapping';
import { isNameMarker } from './group-values';
import { type MarkerMatch, findExactMarkers, findMarkers } from './markers';
import { type CustomType, customTypesIn } from '../own-rules/own-rules';
import { PersonForms } from '../entities/person/names/person-forms';

export interface Restored {
  text: string;
  /** How many markers were put back. */
  restored: number;
  /** Markers of the mapping that the text no longer holds. */
  missing: string[];
}

/**
 * Put originals back wherever their markers went. Exact when the text is as it was; else moved, repeated or rewritten
 * markers (`findMarkers` says which) get the form whose neighbours fit best, else the fullest. A Russian case ending
 * behind a marker goes, and a person gets the case it asks for; endings of other languages stay. In a text that is
 * JSON, what is put back is escaped, so that it still is. Null when the result would be longer than `lengthMax` UTF-16
 * units: short markers may stand for long originals any number of times.
 * @throws RangeError, SyntaxError when `mapping` is no mapping
 */
export function restore(text: string, mapping: string): Restored;
export function restore(text: string, mapping: string, lengthMax: number): Restored | null;
export function restore(text: string, mapping: string, lengthMax = Infinity): Restored | null {
  const parsed = readMapping(mapping);
  const values = new Map(Object.entries(parsed.values));
  const puts = hashText(text) === parsed.whole ? readExact(text, parsed) : readRewritten(text, parsed);
  if (lengthAfter(text, puts) > lengthMax) return null;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, original } of puts) {
    parts.push(text.slice(at, start), original);
    at = end;
  }
  const seen = new Set(puts.map(({ name }) => name));
  return {
    text: parts.join('') + text.slice(at),
    restored: puts.length,
    missing: [...values.keys()].filter((name) => !seen.has(name)),
  };
}

interface Put {
  name: string;
  start: number;
  end: number;
  original: string;
}

function lengthAfter(text: string, puts: readonly Put[]): number {
  return puts.reduce(
    (length, { start, end, original }) => length + original.length - (end - start),
    text.length,
  );
}

function readExact(text: string, { values, places }: Mapping): Put[] {
  return findExactMarkers(text, (name) => Object.hasOwn(values, name)).map(({ name, start, end }, i) => {
    const original = values[name]?.[places[i]?.[1] ?? 0] ?? '';
    return { name, start, end, original };
  });
}

function readRewritten(text: string, { values, places }: Mapping): Put[] {
  const known = findMarkers(text, customTypesOf(values)).filter(({ name }) => Object.hasOwn(values, name));
  const following = new Set(places.map(([name, , , after]) => `${name} ${after}`));
  const found = known.map((marker) =>
    following.has(`${marker.name} ${hashText(marker.ending)}`) ? withoutEnding(marker) : marker,
  );
  const forms = findForms(text, found, places);
  const write = isJson(text) ? escapeForJson : (original: string): string => original;
  const people = new Map<string, PersonForms>();
  return found.map(({ name, start, ending, endingEnd }, i) => {
    const all = values[name] ?? [];
    const isPerson = isNameMarker(name);
    const original =
      isPerson && ending !== '' ? formsOf(name, all, people).formFor(ending) : (all[forms[i] ?? 0] ?? '');
    return { name, start, end: endingEnd, original: write(original) };
  });
}

/** What has been read of a person, kept for the next marker. */
function formsOf(name: string, forms: readonly string[], people: Map<string, PersonForms>): PersonForms {
  const known = people.get(name) ?? new PersonForms(forms);
  people.set(name, known);
  return known;
}

function customTypesOf(values: Mapping['values']): CustomType[] {
  return customTypesIn(Object.keys(values).map((name) => name.slice(0, name.lastIndexOf('_'))));
}

/** The text itself had these letters behind the value. */
function withoutEnding(marker: MarkerMatch): MarkerMatch {
  return { ...marker, ending: '', endingEnd: marker.end };
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function escapeForJson(original: string): string {
  return JSON.stringify(original).slice(1, -1);
}
