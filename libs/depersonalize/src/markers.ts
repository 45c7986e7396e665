import { entityTypes } from '@medley/contracts';

/** A marker found in a text, as it was meant: `PERSON_1`. */
export interface MarkerMatch {
  name: string;
  start: number;
  end: number;
}

const MOST_DIGITS = 7;
/** What models make of the underscore: a blank, a hyphen, a Markdown escape. */
const GLUE = '(?:\\\\?[_-]|[ \\u00a0])';
const names = [...entityTypes]
  .sort((a, b) => b.length - a.length)
  .map((type) => type.replaceAll('_', GLUE))
  .join('|');

/** Markers as they come back: brackets lost, small letters, other glue. A bare one must stand alone. */
const loosePattern = new RegExp(
  `(\\[\\s{0,2}|(?<![\\p{L}\\p{N}_]))(${names})(${GLUE})([1-9]\\d{0,${MOST_DIGITS - 1}})(?!\\d)(?:\\s{0,2}\\])?`,
  'giu',
);
/** Whatever could read as a marker once its neighbours are replaced: the type and a number, no matter what around. */
const suspectPattern = new RegExp(`(${names})${GLUE}(\\d{1,${MOST_DIGITS}})`, 'giu');

export function markerText(name: string): string {
  return `[${name}]`;
}

/** Every marker of a text, in order. */
export function findMarkers(text: string): MarkerMatch[] {
  const found: MarkerMatch[] = [];
  for (const match of text.matchAll(loosePattern)) {
    const [written, opening = '', type = '', glue = '', number = ''] = match;
    // «phone 1» in small letters is ordinary speech; with a bracket, a capital or an underscore it is ours.
    const isSpeech = opening === '' && /[ \u00a0]/.test(glue) && type !== type.toUpperCase();
    if (isSpeech) continue;
    found.push({
      name: `${plainType(type)}_${number}`,
      start: match.index,
      end: match.index + written.length,
    });
  }
  return found;
}

/**
 * Names that no new marker may have, because the text already holds something that reads like them: every beginning
 * of a number counts, since what follows it may be replaced.
 */
export function suspectMarkers(text: string): Set<string> {
  const taken = new Set<string>();
  for (const { 1: type = '', 2: digits = '' } of text.matchAll(suspectPattern)) {
    for (let length = 1; length <= digits.length; length += 1) {
      taken.add(`${plainType(type)}_${digits.slice(0, length)}`);
    }
  }
  return taken;
}

/** The type as the contract spells it. */
function plainType(written: string): string {
  return written.toUpperCase().replace(/\\?[_\- \u00a0]/g, '_');
}
