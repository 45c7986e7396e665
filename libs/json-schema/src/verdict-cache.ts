import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { schemaLimits } from './schema-limits';

/** What is wrong with a schema; null: nothing. `isSlow`: it was not compiled in time, which another try may change. */
export interface Verdict {
  problem: string | null;
  isSlow: boolean;
  /** Time that it took in a thread. */
  ms: number;
}

/** Verdicts on schemas by the hash of their JSON: the same schema is compiled once, whoever sends it. */
export class VerdictCache {
  readonly #verdicts = new LRUCache<string, Verdict>({ max: schemaLimits.verdictsMax });

  get(schema: string): Verdict | undefined {
    return this.#verdicts.get(keyOf(schema));
  }

  set(schema: string, verdict: Verdict): void {
    this.#verdicts.set(keyOf(schema), verdict, verdict.isSlow ? { ttl: schemaLimits.slowVerdictMs } : {});
  }
}

function keyOf(schema: string): string {
  return createHash('sha256').update(schema).digest('base64');
}
