import type { StepError, Task, TaskEvent } from '@medley/contracts';
import { taskLogFields, type Logger } from '@medley/kit';
import type { Decision } from './decision';

/** Log what an operator asks about later: the end of a task, and attempts whose worker was lost. */
export function logTransitions(logger: Logger, { task, changes, ended }: Decision): void {
  for (const event of changes?.events ?? []) logIfLost(logger, task, event);
  if (!ended) return;
  logger.info('task ended', {
    ...taskLogFields(task),
    account_id: task.account_id,
    status: task.status,
    code: task.error?.code,
    ms: (task.completed_at?.getTime() ?? 0) - task.created_at.getTime(),
  });
}

function logIfLost(logger: Logger, task: Task, { type, step_id, attempt }: TaskEvent): void {
  if (type !== 'step.retrying' && type !== 'step.failed') return;
  const step = task.steps.find(({ id }) => id === step_id);
  if (!step || errorOf(step, attempt)?.code !== 'WORKER_LOST') return;
  const outcome = type === 'step.retrying' ? 'retried' : 'failed';
  logger.info('attempt lost', { ...taskLogFields(task), step_id, kind: step.name, attempt, outcome });
}

/** A retried attempt is past already. */
function errorOf(
  { past_attempts = [], error }: Task['steps'][number],
  attempt: number | null,
): StepError | null {
  return past_attempts.find((one) => one.attempt === attempt)?.error ?? error;
}
