import { join } from 'node:path';
import { AppError } from '@medley/kit';
import { WorkerPool, WorkerPoolError, type RunOptions } from '@medley/worker-pool';
import type { Registry } from 'prom-client';
import type { TextJob, TextResults } from './text-job';
import { textPoolLimits } from './text-pool-limits';

const HEAP_MB = 256;
const FULL_RETRY_SECONDS = 5;

/** Runs work on long texts in worker threads instead of on the event loop; fair between accounts. */
export interface TextPool {
  /**
   * @throws AppError RATE_LIMIT_EXCEEDED when too many jobs wait, INTERNAL_ERROR when the job fails or takes too long; the
   * reason of the signal when that is aborted
   */
  run<J extends TextJob>(job: J, options: RunOptions): Promise<TextResults[J['kind']]>;
  close(): Promise<void>;
}

export function createTextPool(metrics: Registry): TextPool {
  const pool = new WorkerPool<TextJob, TextResults[TextJob['kind']]>({
    name: 'texts',
    module: join(__dirname, 'text-job'),
    handler: 'runTextJob',
    threads: textPoolLimits.threads,
    timeLimitMs: textPoolLimits.timeMs,
    heapMb: HEAP_MB,
    metrics,
  });
  return {
    async run<J extends TextJob>(job: J, options: RunOptions) {
      try {
        return (await pool.run(job, options)) as TextResults[J['kind']];
      } catch (error) {
        throw error instanceof WorkerPoolError ? toAppError(error) : error;
      }
    },
    close: () => pool.close(),
  };
}

function toAppError(error: WorkerPoolError): AppError {
  if (error.failure !== 'full') {
    return new AppError('INTERNAL_ERROR', 'The text could not be worked on. Try again.', { cause: error });
  }
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    `Too many texts wait to be worked on. Try again in ${FULL_RETRY_SECONDS} seconds.`,
    { details: { retryAfterSeconds: FULL_RETRY_SECONDS, limit: 'texts' } },
  );
}
