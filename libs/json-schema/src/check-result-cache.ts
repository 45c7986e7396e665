import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { schemaLimits } from './schema-limits';

/** The result of checking a schema; `problem` is null for a usable one. `isTimedOut`: another attempt may succeed. */
export interface CheckResult {
  problem: string | null;
  isTimedOut: boolean;
  /** Duration of the check in its thread. */
  ms: number;
}

/** Cache of check results by SHA-256 of the schema: the same schema is compiled once for all accounts. */
export class CheckResultCache {
  readonly #results = new LRUCache<string, CheckResult>({ max: schemaLimits.cachedResultsMax });

  get(schema: string): CheckResult | undefined {
    return this.#results.get(keyOf(schema));
  }

  set(schema: string, result: CheckResult): void {
    this.#results.set(keyOf(schema), result, result.isTimedOut ? { ttl: schemaLimits.timeoutCachedMs } : {});
  }
}

function keyOf(schema: string): string {
  return createHash('sha256').update(schema).digest('base64');
}
