import { AppError } from '@medley/kit';

/** An operator has paused the kind: the attempt does not start here, and its message returns to the queue. */
export class WorkerPaused extends AppError {
  constructor() {
    super('WORKER_LOST', 'the kind is paused');
  }
}
