import type { Zone } from './zone';

/** How far around a digit a number may reach with its letters and signs. */
const MARGIN = 32;

/** The parts of a text that have digits, with some text around them: where patterns of numbers need to look. */
export function digitZones(text: string): Zone[] {
  const zones: Zone[] = [];
  let last: Zone | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 48 || unit > 57) continue;
    if (last !== undefined && at - MARGIN <= last.end) last.end = at + MARGIN;
    else zones.push((last = { start: Math.max(0, at - MARGIN), end: at + MARGIN }));
  }
  return zones;
}
