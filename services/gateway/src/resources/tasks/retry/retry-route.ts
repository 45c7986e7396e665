import type { Task, TaskInput } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { isDataExpired } from '@medley/task-view';
import type { Route } from '../../../http/route';
import { creationRoute, type CreationRouteDependencies } from '../creation/creation-route';
import { findOwnTask } from '../own-task';
import { adoptResults, expired, type AdoptionDependencies } from './adopt-results';
import { draftRetry } from './draft-retry';
import { retryDocs } from './retry-docs';

/** `POST /tasks/{id}/retry`: a new task that runs a part of an ended one again. */
export function retryRoute(deps: CreationRouteDependencies & AdoptionDependencies): Route {
  return creationRoute(deps, {
    path: '/tasks/:taskId/retry',
    docs: retryDocs,
    draft: async (call) => {
      const task = await findOwnTask(deps.stores.tasks, call);
      return draftRetry(retryable(task, deps.stores.now()), call.body, deps.validationContext);
    },
    adoption: adoptResults(deps),
  });
}

/** @throws AppError TASK_NOT_RETRYABLE, TASK_EXPIRED */
function retryable(task: Task, now: Date): Task & { input: TaskInput } {
  const { status, input } = task;
  if (status === 'pending')
    throw new AppError('TASK_NOT_RETRYABLE', 'The task has not ended yet. Cancel it, or wait for its end.');
  if (input === null || isDataExpired(task, now)) throw expired();
  return { ...task, input };
}
