const SECONDS_MAX = 86_400;

/** Seconds of a `Retry-After` header (seconds or an HTTP date), one day at most; null when absent or invalid. */
export function readRetryAfter(header: unknown, now = Date.now()): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : secondsUntil(text, now);
  return Number.isFinite(seconds) ? Math.min(SECONDS_MAX, Math.max(0, seconds)) : null;
}

function secondsUntil(date: string, now: number): number {
  // HTTP dates only: `Date.parse` accepts nearly anything, `-1` included.
  return /^[A-Z][a-z]{2,8},? /.test(date) ? Math.ceil((Date.parse(date) - now) / 1_000) : NaN;
}
