import { limits } from '@medley/contracts';

/** Seconds of `Prefer: wait=N` (RFC 7240), at most 60; null when it is absent or invalid: invalid preferences are ignored. */
export function readWait(header: string | undefined): number | null {
  for (const preference of (header ?? '').split(',')) {
    const digits = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(preference)?.[1];
    const seconds = Number(digits ?? 0);
    if (seconds >= 1) return Math.min(seconds, limits.waitSecondsMax);
  }
  return null;
}
