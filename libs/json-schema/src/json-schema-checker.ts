import { beyondCaps, isDeeperThan } from './schema-caps';
import { SchemaThread, type SchemaFault } from './schema-thread';

/** Schemas (and their patterns) come from strangers: each job runs in a thread and has this long. */
const JOB_MS = 1_000;
const THREADS = 2;
const VALUE_DEPTH_MAX = 64;

export interface JsonSchemaChecker {
  /**
   * Null for a schema of draft 2020-12 or draft-07 within the caps (64 KiB, depth 16, 1,000 objects and arrays,
   * patterns of 200 characters, no reference to the outside), else what is wrong: "must …" or "is no valid …".
   */
  check(schema: unknown): Promise<string | null>;
  /** Where a JSON value does not fit (at most 20 places, empty when it does); the schema has passed {@link check}. */
  validate(schema: unknown, value: unknown): Promise<SchemaFault[]>;
  close(): Promise<void>;
}

/** A checker with two threads of its own, started when first needed. Nothing is ever fetched. */
export function createJsonSchemaChecker(): JsonSchemaChecker {
  const threads = Array.from({ length: THREADS }, () => new SchemaThread());
  const leastBusy = (): SchemaThread =>
    threads.reduce((best, one) => (one.waiting < best.waiting ? one : best));
  return {
    async check(schema) {
      const cap = beyondCaps(schema);
      if (cap !== null) return cap;
      const reply = await leastBusy().run({ kind: 'check', schema: JSON.stringify(schema) }, JOB_MS);
      if (reply === null) return `must not take longer than ${JOB_MS / 1_000} s to compile`;
      return reply.problem ?? null;
    },
    async validate(schema, value) {
      if (isDeeperThan(value, VALUE_DEPTH_MAX)) {
        return [{ path: '/', message: `must not be nested deeper than ${VALUE_DEPTH_MAX} levels` }];
      }
      const job = { kind: 'validate', schema: JSON.stringify(schema), value: JSON.stringify(value) } as const;
      const reply = await leastBusy().run(job, JOB_MS);
      if (reply === null) {
        return [{ path: '/', message: `could not be checked by the schema within ${JOB_MS / 1_000} s` }];
      }
      return reply.faults ?? [];
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
