import type { ByteRange } from '@medley/blobs';
import parseRange from 'range-parser';

/**
 * Parse a `Range` header with a single range. Null means "send the whole file": no header, an unknown unit, or several
 * ranges, which RFC 9110 allows a server to ignore.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  if (header === undefined) return null;
  const ranges = parseRange(size, header, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}
