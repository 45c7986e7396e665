import type { PriceList } from '@medley/contracts';

/** What an operator may set, and the numbers that make the engine patient or quick. Milliseconds throughout. */
export interface Rules {
  prices: PriceList;
  /** Attempts of a step in all. */
  attemptsMax: number;
  /** Wait before attempt 2, 3, …; the last one serves for all further ones. */
  retryDelaysMs: readonly number[];
  /** Share by which a retry delay may vary. */
  jitter: () => number;
  /** A queued step that nobody took is looked at after this long, then twice as long, … */
  firstLookMs: number;
  /** A running step that has not beaten for this long is lost. */
  silenceMs: number;
  /** How long a ttl 0 result waits for a delivery that cannot be made. */
  keepUndeliveredMs: number;
  /** A name for a new delivery (UUID). */
  newId: () => string;
}

export const SILENCE_MS = 60_000;
