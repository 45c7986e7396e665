import type { PriceList } from '@medley/contracts';

/** Prices, retries and timeouts that decisions depend on; durations in milliseconds. */
export interface Rules {
  prices: PriceList;
  /** Maximum attempts of a step. */
  attemptsMax: number;
  /** Delay before attempt 2, 3, …; the last one applies to all further attempts. */
  retryDelaysMs: readonly number[];
  /** Random share, −1 to 1, by which a retry delay varies. */
  jitter: () => number;
  /** A queued step that no worker claimed is checked after this long; multiplied by `requeueLimits.backoffFactor` each time. */
  claimTimeoutMs: number;
  /** A running step without a heartbeat for this long is lost. */
  heartbeatTimeoutMs: number;
  /** How long the result of a task with `ttl` 0 is kept while its delivery does not succeed. */
  keepUndeliveredMs: number;
  /** Generate the id of a delivery (UUID). */
  newId: () => string;
}

export const HEARTBEAT_TIMEOUT_MS = 60_000;
