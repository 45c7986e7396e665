/**
 * Why a task has no result: it ran longer than its limit; its thread died of it (out of memory, an exception) or did not
 * start; too many tasks wait already; the pool was closed.
 */
export type WorkerPoolFailure = 'timeout' | 'crashed' | 'full' | 'closed';

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
