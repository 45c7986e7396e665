import { dirname, join } from 'node:path';
import { AppError } from '@medley/kit';
import { WorkerPool, WorkerPoolError } from '@medley/worker-pool';
import type { Registry } from 'prom-client';
import { transcribeLimits } from '../transcribe-limits';
import type { DiarizationJob, DiarizationResult } from './diarization-job';

const HEAP_MB = 512;

export interface DiarizationPoolOptions {
  threads: number;
  metrics?: Registry | undefined;
}

/** Runs diarization and speech detection in worker threads, so that hours of audio do not block the event loop. */
export class DiarizationPool {
  readonly #pool: WorkerPool<DiarizationJob, DiarizationResult<DiarizationJob>>;

  constructor({ threads, metrics }: DiarizationPoolOptions) {
    this.#pool = new WorkerPool({
      name: 'diarization',
      module: join(__dirname, 'diarization-job'),
      handler: 'runDiarizationJob',
      threads,
      timeLimitMs: transcribeLimits.stepMs,
      heapMb: HEAP_MB,
      metrics,
    });
  }

  /**
   * Runs a job; an abort removes it from the queue or ends its thread.
   * @throws AppError STEP_TIMEOUT, STEP_CRASHED; the reason of the signal
   */
  async run<J extends DiarizationJob>(job: J, signal: AbortSignal): Promise<DiarizationResult<J>> {
    try {
      // Each attempt has its own workspace directory, so threads are shared fairly between attempts.
      return (await this.#pool.run(job, { account: dirname(job.wavPath), signal })) as DiarizationResult<J>;
    } catch (error) {
      throw error instanceof WorkerPoolError ? toStepError(error) : error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function toStepError(error: WorkerPoolError): AppError {
  return error.failure === 'timeout'
    ? new AppError('STEP_TIMEOUT', 'the separation of speakers took too long', { cause: error })
    : new AppError('STEP_CRASHED', 'the separation of speakers stopped unexpectedly', { cause: error });
}
