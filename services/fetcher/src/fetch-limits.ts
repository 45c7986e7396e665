/** How long a source may take. Times in milliseconds. */
export interface FetchLimits {
  dnsMs: number;
  connectMs: number;
  /** From the start of a hop to the end of its response head. */
  headersMs: number;
  /** The whole fetch, redirects included. */
  totalMs: number;
  /** The harness ends a fetch that did not end itself this much after `totalMs`. */
  slackMs: number;
  /** The source must send at least `minBytesPerWindow` in this much waiting for it. */
  windowMs: number;
  minBytesPerWindow: number;
  redirectsMax: number;
  /** Beyond this much output a source that compresses may not unpack to more than `expansionMax` times what it sent. */
  expansionFreeBytes: number;
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
