/** Limits of one fetch. Times are in milliseconds. */
export interface FetchLimits {
  dnsMs: number;
  /** TCP connection and TLS handshake. */
  connectMs: number;
  /** From the start of a request to the end of its response head; each redirect has its own. */
  headersMs: number;
  /** The whole fetch, including redirects. */
  totalMs: number;
  /** A fetch that is still running this long after `totalMs` is abandoned by its worker. */
  slackMs: number;
  /** The source must send at least `minBytesPerWindow` in every `windowMs` spent waiting for it. */
  windowMs: number;
  minBytesPerWindow: number;
  redirectsMax: number;
  /** Decoded output up to this size is not subject to `expansionMax`. */
  expansionFreeBytes: number;
  /** Limit of decoded bytes per byte sent. */
  expansionMax: number;
}

export const fetchLimits: FetchLimits = {
  dnsMs: 5_000,
  connectMs: 5_000,
  headersMs: 30_000,
  totalMs: 10 * 60_000,
  slackMs: 3_000,
  windowMs: 30_000,
  minBytesPerWindow: 30 * 10_000,
  redirectsMax: 5,
  expansionFreeBytes: 1024 ** 2,
  expansionMax: 100,
};
