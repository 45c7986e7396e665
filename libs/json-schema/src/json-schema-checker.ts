import { join } from 'node:path';
import { WorkerPool, WorkerPoolError, type RunOptions } from '@medley/worker-pool';
import type { Registry } from 'prom-client';
import { findExceededLimit, exceedsDepth } from './find-exceeded-limit';
import { schemaLimits } from './schema-limits';
import { CheckResultCache, type CheckResult } from './check-result-cache';

const HEAP_MB = 128;

export interface SchemaFault {
  /** JSON Pointer to the invalid part of the value; `/` is the whole value. */
  path: string;
  message: string;
}

type SchemaJob = { kind: 'check'; schema: string } | { kind: 'validate'; schema: string; value: string };

/** `ms`: duration of the job in its thread. */
interface SchemaReply {
  problem?: string | null;
  faults?: SchemaFault[];
  ms: number;
}

/** Fair-queueing key and cancellation of one check. */
type SchemaCheckOptions = Pick<RunOptions, 'account' | 'signal'>;

export interface JsonSchemaChecker {
  /**
   * Check that a schema can be used. Returns null for a schema of draft 2020-12 or draft-07 within `schemaLimits` and without
   * external references, else an error message that begins with "must" or "is no valid".
   * @throws WorkerPoolError when the waiting queue is full; the reason of the signal
   */
  check(schema: unknown, options?: SchemaCheckOptions): Promise<string | null>;
  /** A checker for the schemas of one request: it runs one check at a time, and all of them share one time budget. */
  forRequest(options: SchemaCheckOptions): Pick<JsonSchemaChecker, 'check'>;
  /**
   * Validate a JSON value; returns at most 20 faults, none for a valid value. The schema must have passed {@link check}.
   * @throws as {@link check}
   */
  validate(schema: unknown, value: unknown, options?: SchemaCheckOptions): Promise<SchemaFault[]>;
  close(): Promise<void>;
}

/** Create a checker with its own worker pool, which schedules accounts fairly. It never fetches external references. */
export function createJsonSchemaChecker(metrics?: Registry): JsonSchemaChecker {
  const pool = new WorkerPool<SchemaJob, SchemaReply>({
    name: 'schemas',
    // Plain CommonJS beside the package root: the same file serves the sources and the build.
    module: join(__dirname, '..', 'schema-job.cjs'),
    handler: 'runSchemaJob',
    threads: schemaLimits.threads,
    timeLimitMs: schemaLimits.checkMs,
    heapMb: HEAP_MB,
    metrics,
  });
  const run = (job: SchemaJob, options: RunOptions): Promise<SchemaReply | null> =>
    pool.run(job, options).catch(nullIfLimitExceeded);
  const results = new CheckResultCache();
  const checkSchema = async (schema: unknown, options: RunOptions): Promise<CheckResult> => {
    const exceeded = findExceededLimit(schema);
    if (exceeded !== null) return { problem: exceeded, isTimedOut: false, ms: 0 };
    const text = JSON.stringify(schema);
    const known = results.get(text);
    if (known) return { ...known, ms: 0 };
    const { timeLimitMs: ms = schemaLimits.checkMs } = options;
    const result = toCheckResult(await run({ kind: 'check', schema: text }, options), ms);
    // A timeout under a reduced time limit says nothing about the full limit, so it is not cached.
    if (!result.isTimedOut || ms === schemaLimits.checkMs) results.set(text, result);
    return result;
  };
  return {
    check: async (schema, options = noAccount) => (await checkSchema(schema, options)).problem,
    forRequest: (options) => ({ check: checksOfRequest(checkSchema, options) }),
    async validate(schema, value, options = noAccount) {
      if (exceedsDepth(value, schemaLimits.valueDepthMax)) {
        return [
          { path: '/', message: `must not be nested deeper than ${schemaLimits.valueDepthMax} levels` },
        ];
      }
      const job = { kind: 'validate', schema: JSON.stringify(schema), value: JSON.stringify(value) } as const;
      const reply = await run(job, options);
      if (reply) return reply.faults ?? [];
      return [
        { path: '/', message: `could not be checked by the schema within ${seconds(schemaLimits.checkMs)}` },
      ];
    },
    close: () => pool.close(),
  };
}

const noAccount: SchemaCheckOptions = { account: '' };

/** Runs one check at a time, so that a request never occupies more than one thread; all checks share the time budget. */
function checksOfRequest(
  checkSchema: (schema: unknown, options: RunOptions) => Promise<CheckResult>,
  options: SchemaCheckOptions,
): JsonSchemaChecker['check'] {
  let left: number = schemaLimits.requestMs;
  let last: Promise<unknown> = Promise.resolve();
  const checkNext = async (schema: unknown): Promise<string | null> => {
    if (left <= 0)
      return `must not take longer than ${seconds(schemaLimits.requestMs)} to compile with the others`;
    const { problem, ms } = await checkSchema(schema, {
      ...options,
      timeLimitMs: Math.min(left, schemaLimits.checkMs),
    });
    left -= ms;
    return problem;
  };
  return (schema) => {
    const result = last.then(() => checkNext(schema));
    last = result.catch(() => undefined);
    return result;
  };
}

function toCheckResult(reply: SchemaReply | null, timeLimitMs: number): CheckResult {
  if (reply) return { problem: reply.problem ?? null, isTimedOut: false, ms: reply.ms };
  const problem = `must not take longer than ${seconds(schemaLimits.checkMs)} to compile`;
  return { problem, isTimedOut: true, ms: timeLimitMs };
}

/** Translate a job that exceeded its time or memory limit into null. */
function nullIfLimitExceeded(error: unknown): null {
  if (error instanceof WorkerPoolError && ['timeout', 'crashed'].includes(error.failure)) return null;
  throw error;
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}
