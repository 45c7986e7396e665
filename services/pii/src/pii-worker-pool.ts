import { join } from 'node:path';
import { AppError } from '@medley/kit';
import { WorkerPool, WorkerPoolError, type RunOptions } from '@medley/worker-pool';
import type { Registry } from 'prom-client';
import { runPiiJob, type PiiJob, type PiiResult } from './pii-job';

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
   * @throws AppError STEP_TIMEOUT, STEP_CRASHED; the reason of the signal
   */
  async run<J extends PiiJob>(job: J, options: RunOptions): Promise<PiiResult<J>> {
    if (charactersOf(job) <= INLINE_CHARS) {
      return runPiiJob(job) as PiiResult<J>;
    }
    try {
      return (await this.#pool.run(job, options)) as PiiResult<J>;
    } catch (error) {
      throw error instanceof WorkerPoolError ? this.#toStepError(error) : error;
    }
  }

  /** Ends all threads. */
  stop(): Promise<void> {
    return this.#pool.close();
  }

  /** The message of the original error may contain text of the user: it is only logged. */
  #toStepError(error: WorkerPoolError): AppError {
    return error.failure === 'timeout'
      ? new AppError('STEP_TIMEOUT', `the text took longer than ${this.options.timeLimitMs / 1_000} s`)
      : new AppError('STEP_CRASHED', 'the engine stopped unexpectedly', { cause: error });
  }
}

function charactersOf(job: PiiJob): number {
  const other = job.kind === 'restore' ? job.mapping : job.transcript;
  return job.text.length + (other?.length ?? 0);
}
