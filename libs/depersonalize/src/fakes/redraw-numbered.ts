import type { Random } from './random';
import { redraw } from './replace-digits';

/** Redraw all but words like «номер», «серия», «№». */
export function redrawNumbered(written: string, random: Random): string {
  return written
    .split(/(\p{L}{3,}|No\.?)/u)
    .map((part, i) => (i % 2 === 1 && !/^[A-Z]{4,}$/.test(part) ? part : redraw(part, random)))
    .join('');
}
