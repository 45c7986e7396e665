import { HOUR_MS, type Task, type TaskError, chargeOf } from '@medley/contracts';
import type { TaskTransition } from './task-transition';
import type { Rules } from './rules';
import { isSource } from './intermediate-blobs';

export function completeTask(transition: TaskTransition, rules: Rules): void {
  endTask(transition, rules, { status: 'completed', error: null });
}

/** Fail the task and skip the steps that have not ended. Completed steps are charged, since their outputs stay readable. */
export function failTask(transition: TaskTransition, rules: Rules, error: TaskError): void {
  for (const step of transition.task.steps) {
    if (step.status === 'waiting' || step.status === 'queued' || step.status === 'running') {
      transition.setStep(step, { status: 'skipped', not_before: null });
    }
  }
  endTask(transition, rules, { status: 'failed', error });
}

export function cancelTask(transition: TaskTransition, rules: Rules): void {
  const message = 'the task was canceled';
  failTask(transition, rules, { code: 'CANCELED', message, step: null, retryable: false, attempts: 0 });
}

/**
 * Ending a task and opening its webhook delivery is one write, so that neither exists without the other. A failed task keeps
 * the media of its sources: a retry continues with them.
 */
function endTask(
  transition: TaskTransition,
  rules: Rules,
  end: { status: 'completed' | 'failed'; error: TaskError | null },
): void {
  const { task, now } = transition;
  for (const step of task.steps)
    if (end.status === 'completed' && step.media && isSource(step)) transition.setStep(step, { media: null });
  const event = end.status === 'completed' ? 'task.completed' : 'task.failed';
  transition.event(event, null);
  transition.set({
    status: end.status,
    error: end.error,
    completed_at: now,
    cost: { ...task.cost, charged: chargeOf(task, rules), settled: false },
    expires_at: new Date(now.getTime() + (task.ttl === 0 ? rules.keepUndeliveredMs : task.ttl * HOUR_MS)),
    delivery: openDelivery(task, event, { now, id: rules.newId() }),
  });
}

/** Null without a webhook. */
function openDelivery(
  { webhook_url: url, input }: Task,
  event: 'task.completed' | 'task.failed',
  at: { now: Date; id: string },
): Task['delivery'] {
  if (url === null) return null;
  const headers = input?.webhook_headers;
  return {
    id: at.id,
    event,
    url,
    state: 'pending',
    created_at: at.now,
    next_attempt_at: at.now,
    manual_requested_at: null,
    attempts: [],
    body: null,
    // A failure is sent even after its input was deleted.
    ...(headers === undefined ? {} : { headers }),
  };
}
