import { limits } from '@medley/contracts';
import { readPreferences } from '../../../http/preferences';

/** Seconds of `Prefer: wait=N` (RFC 7240), at most 60; null when it is absent or invalid: invalid preferences are ignored. */
export function readWait(header: string | undefined): number | null {
  for (const value of readPreferences(header, 'wait')) {
    const seconds = /^\d{1,9}$/.test(value) ? Number(value) : 0;
    if (seconds >= 1) return Math.min(seconds, limits.waitSecondsMax);
  }
  return null;
}
