const SECONDS_MAX = 86_400;

/** Seconds of a `Retry-After` header, which holds seconds or a date; null without a sensible one, a day at most. */
export function readRetryAfter(header: unknown, now = Date.now()): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : secondsUntil(text, now);
  return Number.isFinite(seconds) ? Math.min(SECONDS_MAX, Math.max(0, seconds)) : null;
}

function secondsUntil(date: string, now: number): number {
  // Only dates as HTTP writes them: the parser itself takes nearly anything, `-1` included, for a date.
  return /^[A-Z][a-z]{2,8},? /.test(date) ? Math.ceil((Date.parse(date) - now) / 1_000) : NaN;
}
