import type { StepFailure } from '@medley/contracts';
import { AppError, messageOf, toFailure, type Logger } from '@medley/kit';
import { WorkerStopping } from './worker-stopping';

/** The failure to report for what a handler threw, or for the reason of its abort. @throws WorkerStopping as it is */
export function failureOf(cause: unknown, logger: () => Logger): StepFailure {
  if (cause instanceof WorkerStopping) throw cause;
  const error = toFailure(cause);
  if (error.code === 'STEP_CRASHED' && !(cause instanceof AppError)) {
    const stack = cause instanceof Error ? cause.stack : undefined;
    logger().error('the step crashed', { error: messageOf(cause), stack });
  } else {
    logger().info('the step failed', { code: error.code, reason: error.message });
  }
  return { outcome: 'failed', error };
}

/** The reason of an abort at the deadline of the task. */
export function deadlineExceeded(): AppError {
  return new AppError('DEADLINE_EXCEEDED', 'the task did not end in the time it may take');
}
