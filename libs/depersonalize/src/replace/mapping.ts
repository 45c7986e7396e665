import type { MarkerMatch } from './markers';

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
  const before = /(?<!\p{L})(\p{L}+)\P{L}*$/u.exec(text.slice(Math.max(0, start - REACH), start))?.[1];
  const after = /^\P{L}*(\p{L}+)/u.exec(text.slice(end, end + REACH))?.[1];
  return [hashText((before ?? '').toLowerCase()), hashText((after ?? '').toLowerCase())];
}

/** FNV-1a, 32 bits; 0 for nothing. */
export function hashText(text: string): number {
  if (text === '') return 0;
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
