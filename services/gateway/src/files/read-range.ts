import type { ByteRange } from '@medley/blobs';
import parseRange from 'range-parser';

/**
 * The one range a `Range` header asks for. Null: send everything (no header, one we do not understand, or several ranges,
 * which RFC 9110 lets a server ignore).
 */
export function readRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  if (header === undefined) return null;
  const ranges = parseRange(size, header, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}
