import { join } from 'node:path';
import { AppError } from '@medley/kit';
import { WorkerPool, WorkerPoolError, type RunOptions } from '@medley/worker-pool';
import type { Registry } from 'prom-client';
import { runEngineJob, type EngineJob, type EngineResult } from './engine-job';

const HEAP_MB = 512;
/** Up to this many characters a job costs less than the hop to a thread, so it runs at once. */
const INLINE_CHARS = 2_000;

export interface EnginePoolOptions {
  threads: number;
  /** A job that runs longer is killed with its thread. */
  limitMs: number;
  metrics?: Registry;
}

/** Runs engine jobs in threads, so that the event loop stays free, and no text can hold a thread for long. */
export class EnginePool {
  readonly #threads: WorkerPool<EngineJob, EngineResult<EngineJob>>;

  constructor(private readonly options: EnginePoolOptions) {
    this.#threads = new WorkerPool({
      name: 'pii',
      module: join(__dirname, 'engine-job'),
      handler: 'runEngineJob',
      threads: options.threads,
      timeLimitMs: options.limitMs,
      heapMb: HEAP_MB,
      metrics: options.metrics,
    });
  }

  /**
   * Do a job; an abort takes it out of the queue or kills its thread.
   * @throws AppError STEP_TIMEOUT, STEP_CRASHED; the reason of the signal
   */
  async run<J extends EngineJob>(job: J, options: RunOptions): Promise<EngineResult<J>> {
    if (job.text.length + ('mapping' in job ? job.mapping.length : 0) <= INLINE_CHARS) {
      return runEngineJob(job) as EngineResult<J>;
    }
    try {
      return (await this.#threads.run(job, options)) as EngineResult<J>;
    } catch (error) {
      throw error instanceof WorkerPoolError ? this.#toStepError(error) : error;
    }
  }

  stop(): Promise<void> {
    return this.#threads.close();
  }

  /** The words of an engine error may hold text of the user: they go to the log only. */
  #toStepError(error: WorkerPoolError): AppError {
    return error.failure === 'timeout'
      ? new AppError('STEP_TIMEOUT', `the text took longer than ${this.options.limitMs / 1_000} s`)
      : new AppError('STEP_CRASHED', 'the engine stopped unexpectedly', { cause: error });
  }
}
