import { join } from 'node:path';
import { WorkerPool, WorkerPoolError, type Turn } from '@medley/worker-pool';
import type { Registry } from 'prom-client';
import { beyondCaps, isDeeperThan } from './schema-caps';
import { schemaLimits } from './schema-limits';
import { VerdictCache, type Verdict } from './verdict-cache';

const HEAP_MB = 128;

export interface SchemaFault {
  /** JSON Pointer of the place in the value that does not fit; `/` is the whole. */
  path: string;
  message: string;
}

type SchemaJob = { kind: 'check'; schema: string } | { kind: 'validate'; schema: string; value: string };

/** `ms`: time that the job took. */
interface SchemaReply {
  problem?: string | null;
  faults?: SchemaFault[];
  ms: number;
}

/** Whose schema it is and how long the answer is wanted; absent: nobody's in particular. */
export type SchemaTurn = Pick<Turn, 'account' | 'signal'>;

export interface JsonSchemaChecker {
  /**
   * Null for a schema of draft 2020-12 or draft-07 within the caps (64 KiB, depth 16, 1,000 objects and arrays,
   * patterns of 200 characters, no reference to the outside), else what is wrong: "must …" or "is no valid …".
   * @throws WorkerPoolError when too much waits; the reason of the signal
   */
  check(schema: unknown, turn?: SchemaTurn): Promise<string | null>;
  /** Checks the schemas of one request, one after the other and in a limited time for all of them. */
  forRequest(turn: SchemaTurn): Pick<JsonSchemaChecker, 'check'>;
  /**
   * Where a JSON value does not fit (at most 20 places, empty when it does); the schema has passed {@link check}.
   * @throws as {@link check}
   */
  validate(schema: unknown, value: unknown, turn?: SchemaTurn): Promise<SchemaFault[]>;
  close(): Promise<void>;
}

/** A checker with threads of its own, in which accounts take turns. Nothing is ever fetched. */
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
  const run = (job: SchemaJob, turn: Turn): Promise<SchemaReply | null> =>
    pool.run(job, turn).catch(nullIfTooMuch);
  const verdicts = new VerdictCache();
  const judge = async (schema: unknown, turn: Turn): Promise<Verdict> => {
    const cap = beyondCaps(schema);
    if (cap !== null) return { problem: cap, isSlow: false, ms: 0 };
    const text = JSON.stringify(schema);
    const known = verdicts.get(text);
    if (known) return { ...known, ms: 0 };
    const { timeLimitMs: ms = schemaLimits.checkMs } = turn;
    const verdict = toVerdict(await run({ kind: 'check', schema: text }, turn), ms);
    // One that had less time than others might have been done in theirs.
    if (!verdict.isSlow || ms === schemaLimits.checkMs) verdicts.set(text, verdict);
    return verdict;
  };
  return {
    check: async (schema, turn = anybody) => (await judge(schema, turn)).problem,
    forRequest: (turn) => ({ check: checksOfRequest(judge, turn) }),
    async validate(schema, value, turn = anybody) {
      if (isDeeperThan(value, schemaLimits.valueDepthMax)) {
        return [
          { path: '/', message: `must not be nested deeper than ${schemaLimits.valueDepthMax} levels` },
        ];
      }
      const job = { kind: 'validate', schema: JSON.stringify(schema), value: JSON.stringify(value) } as const;
      const reply = await run(job, turn);
      if (reply) return reply.faults ?? [];
      return [
        { path: '/', message: `could not be checked by the schema within ${seconds(schemaLimits.checkMs)}` },
      ];
    },
    close: () => pool.close(),
  };
}

const anybody: SchemaTurn = { account: '' };

/** One at a time, so that a request never has more than one thread; the time they take is that of the request. */
function checksOfRequest(
  judge: (schema: unknown, turn: Turn) => Promise<Verdict>,
  turn: SchemaTurn,
): JsonSchemaChecker['check'] {
  let left: number = schemaLimits.requestMs;
  let last: Promise<unknown> = Promise.resolve();
  const checkNext = async (schema: unknown): Promise<string | null> => {
    if (left <= 0)
      return `must not take longer than ${seconds(schemaLimits.requestMs)} to compile with the others`;
    const { problem, ms } = await judge(schema, {
      ...turn,
      timeLimitMs: Math.min(left, schemaLimits.checkMs),
    });
    left -= ms;
    return problem;
  };
  return (schema) => {
    const verdict = last.then(() => checkNext(schema));
    last = verdict.catch(() => undefined);
    return verdict;
  };
}

function toVerdict(reply: SchemaReply | null, limitMs: number): Verdict {
  if (reply) return { problem: reply.problem ?? null, isSlow: false, ms: reply.ms };
  const problem = `must not take longer than ${seconds(schemaLimits.checkMs)} to compile`;
  return { problem, isSlow: true, ms: limitMs };
}

/** A job that ran out of time or memory has no reply. */
function nullIfTooMuch(error: unknown): null {
  if (error instanceof WorkerPoolError && ['timeout', 'crashed'].includes(error.failure)) return null;
  throw error;
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}
