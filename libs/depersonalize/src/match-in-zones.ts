import type { Zone } from './zone';

export interface ZoneMatch {
  written: string;
  /** Its place in the whole text. */
  start: number;
}

/**
 * Every match of a global pattern inside stretches of a text, in order. Not by `matchAll`, which copies the pattern each
 * time: most stretches have no match of most patterns.
 */
export function matchInZones(text: string, zones: readonly Zone[], pattern: RegExp): ZoneMatch[] {
  const found: ZoneMatch[] = [];
  for (const { start, end } of zones) {
    const zone = text.slice(start, end);
    pattern.lastIndex = 0;
    for (let match = pattern.exec(zone); match !== null; match = pattern.exec(zone)) {
      found.push({ written: match[0], start: start + match.index });
      if (match[0] === '') pattern.lastIndex += 1;
    }
  }
  return found;
}
