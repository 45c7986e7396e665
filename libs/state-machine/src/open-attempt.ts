import type { Task, TaskStep } from '@medley/contracts';

interface AttemptReference {
  step_id: string;
  attempt: number;
}

/** The step of a report if its attempt is still open, so that each attempt's result is accepted once. */
export function findOpenAttempt(task: Task, report: AttemptReference): TaskStep | undefined {
  return task.steps.find(
    ({ id, attempt, status }) =>
      id === report.step_id && attempt === report.attempt && (status === 'queued' || status === 'running'),
  );
}

/**
 * The step of a report whose attempt was given up as lost while its successor has not begun: the worker was only out of
 * reach, and its work (which may have cost money) counts.
 */
export function findLostAttempt(task: Task, report: AttemptReference): TaskStep | undefined {
  return task.steps.find(
    (step) =>
      step.id === report.step_id &&
      step.attempt === report.attempt + 1 &&
      step.status === 'queued' &&
      step.error?.code === 'WORKER_LOST',
  );
}

/** Whether a report came before the write that queues its step, which was sent early (`send-early.ts`). */
export function isAhead(task: Task, report: AttemptReference): boolean {
  if (task.status !== 'pending' || report.attempt !== 1) return false;
  return task.steps.some(({ id, status }) => id === report.step_id && status === 'waiting');
}

/** Whether an attempt no longer counts. One of a step that waits may be about to: its unit's report is on the way. */
export function isAttemptOver(task: Task, report: AttemptReference): boolean {
  if (task.status !== 'pending') return true;
  const step = task.steps.find(({ id }) => id === report.step_id);
  return step?.status !== 'waiting' && !findOpenAttempt(task, report);
}
