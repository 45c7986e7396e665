import { LRUCache } from 'lru-cache';
import { postponeLimits } from './postpone-limits';

/** Consecutive failures by task id; the least recently used counts are evicted. */
export type FailureCounts = LRUCache<string, number>;

export function createFailureCounts(): FailureCounts {
  return new LRUCache({ max: postponeLimits.countsMax });
}
