export interface RateLimitState {
  allowed: boolean;
  /** Tokens granted of the requested `cost`; all or nothing unless `partial`. */
  granted: number;
  remaining: number;
  /** Seconds until the bucket is full again. */
  resetSeconds: number;
  /** Seconds until the request may be retried; 0 when allowed. */
  retryAfterSeconds: number;
}

/** Token buckets shared by all gateway instances; each request is one atomic write. */
export interface RateLimitStore {
  take(
    bucket: string,
    limit: { perMinute: number },
    request: { cost: number; partial: boolean },
  ): Promise<RateLimitState>;
  /** Delete buckets unused since `before` (they are full again after a minute); returns their number. */
  purge(before: Date): Promise<number>;
}
