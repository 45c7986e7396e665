import { AppError } from '@medley/kit';

/** The error for a request of an output that `outputs` of the task does not list. */
export function outputHidden(): AppError {
  return new AppError('OUTPUT_HIDDEN', 'The task does not give out this output: see its `outputs`.');
}
