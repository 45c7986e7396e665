/**
 * Why a task has no result: it exceeded its time limit; it crashed its thread (out of memory, an exception); no thread
 * started; the waiting queue is full; the pool was closed.
 */
export type WorkerPoolFailure = 'timeout' | 'crashed' | 'unstarted' | 'full' | 'closed';

/** A task that failed in its pool; callers translate it into their own error. */
export class WorkerPoolError extends Error {
  constructor(
    readonly failure: WorkerPoolFailure,
    message: string,
    options?: { cause: unknown },
  ) {
    super(message, options);
    this.name = 'WorkerPoolError';
  }
}
