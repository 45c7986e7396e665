import type { Task } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { TaskStore } from '@medley/store';
import type { Call } from '../../http/route';
import { parseUuid } from '../../validation/fields';

/**
 * Find the task of the `taskId` parameter, if it belongs to the caller.
 * @throws AppError INVALID_TASK_ID, TASK_NOT_FOUND (also for a task of another account)
 */
export async function findOwnTask(tasks: Pick<TaskStore, 'find'>, call: Call): Promise<Task> {
  const id = parseUuid(call.params['taskId'] ?? '');
  if (id === null) throw new AppError('INVALID_TASK_ID', 'The task id is not a valid UUID.');
  return findTaskOf(tasks, call.caller.accountId, id);
}

/** @throws AppError TASK_NOT_FOUND */
export async function findTaskOf(
  tasks: Pick<TaskStore, 'find'>,
  accountId: string,
  id: string,
): Promise<Task> {
  const task = await tasks.find(id);
  if (!task || task.account_id !== accountId) {
    throw new AppError('TASK_NOT_FOUND', 'There is no such task.');
  }
  return task;
}
