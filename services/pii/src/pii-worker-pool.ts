import { join } from 'node:path';
import { AppError } from '@medley/kit';
import { WorkerPool, WorkerPoolError, type RunOptions } from '@medley/worker-pool';
import type { Registry } from 'prom-client';
import { runPiiJob, type PiiJob, type PiiResult } from './pii-job';
import { piiLimits } from './pii-limits';

const HEAP_MB = 512;
/** Jobs up to this many characters (UTF-16) cost less than a message to a thread, so they run inline. */
const INLINE_CHARS = 2_000;

/** Options of the pool. */
export interface PiiWorkerPoolOptions {
  threads: number;
  /** Time limit of a job in a thread; beyond it the thread is terminated. */
  timeLimitMs: number;
  metrics?: Registry;
}

/** Runs jobs in worker threads with a time limit, so that no text blocks the event loop or holds a thread for long. */
export class PiiWorkerPool {
  readonly #pool: WorkerPool<PiiJob, PiiResult<PiiJob>>;

  constructor(private readonly options: PiiWorkerPoolOptions) {
    this.#pool = new WorkerPool({
      name: 'pii',
      module: join(__dirname, 'pii-job'),
      handler: 'runPiiJob',
      threads: options.threads,
      timeLimitMs: options.timeLimitMs,
      heapMb: HEAP_MB,
      metrics: options.metrics,
    });
  }

  /**
   * Runs a job; an abort removes it from the queue or ends its thread.
   * @throws AppError STEP_TIMEOUT, OPTIONS_INVALID for a pattern that is too slow, STEP_CRASHED; the reason of the signal
   */
  async run<J extends PiiJob>(job: J, options: RunOptions): Promise<PiiResult<J>> {
    // A pattern of a user may take long on any text.
    const isMatch = job.kind === 'match';
    if (!isMatch && charactersOf(job) <= INLINE_CHARS) return runPiiJob(job) as PiiResult<J>;
    const timeLimitMs = isMatch ? piiLimits.patternMs : this.options.timeLimitMs;
    try {
      return (await this.#pool.run(job, { timeLimitMs, ...options })) as PiiResult<J>;
    } catch (error) {
      throw error instanceof WorkerPoolError ? toStepError(error, job, timeLimitMs) : error;
    }
  }

  /** Ends all threads. */
  stop(): Promise<void> {
    return this.#pool.close();
  }
}

/** The message of the original error may contain text of the user: it is only logged. */
function toStepError(error: WorkerPoolError, job: PiiJob, timeLimitMs: number): AppError {
  if (error.failure !== 'timeout') {
    return new AppError('STEP_CRASHED', 'the engine stopped unexpectedly', { cause: error });
  }
  const limit = `took longer than ${timeLimitMs / 1_000} s`;
  return job.kind === 'match'
    ? new AppError('OPTIONS_INVALID', `a pattern ${limit} on this text`)
    : new AppError('STEP_TIMEOUT', `the text ${limit}`);
}

function charactersOf(job: Exclude<PiiJob, { kind: 'match' }>): number {
  const other = job.kind === 'restore' ? job.mapping : job.transcript;
  return job.text.length + (other?.length ?? 0);
}
