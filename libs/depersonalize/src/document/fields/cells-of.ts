import type { TableRow } from './row-runs';
import { trimValue } from './trim-value';

/** Where the cells of a row are, without blanks and quotes around them. */
export function cellsOf(text: string, { start, end, cuts }: TableRow): { start: number; end: number }[] {
  const bounds = [start - 1, ...cuts, end];
  return bounds.slice(1).map((to, i) => trimValue(text, (bounds[i] ?? 0) + 1, to));
}
