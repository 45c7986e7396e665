/**
 * A reading for several gauges: it is repeated when it is older than `freshMs`, so that all gauges of a scrape show one moment
 * and frequent scrapes cost no more. Null when it failed: the other metrics are shown all the same.
 */
export function shareReading<T>(freshMs: number, read: () => Promise<T>): () => Promise<T | null> {
  let reading: Promise<T | null> | null = null;
  let readAt = -Infinity;
  return () => {
    if (!reading || performance.now() - readAt > freshMs) {
      readAt = performance.now();
      reading = read().catch(() => null);
    }
    return reading;
  };
}
