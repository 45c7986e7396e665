import { AppError } from '@medley/kit';

/** The process is stopping: the attempt is not reported, so its message returns to the queue. */
export class WorkerStopping extends AppError {
  constructor() {
    super('WORKER_LOST', 'the worker is stopping');
  }
}
