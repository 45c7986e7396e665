import { setTimeout as pause } from 'node:timers/promises';
import type { Broker } from '@medley/broker';
import type { Task } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { TaskView } from '@medley/task-view';

export interface ChangeDependencies {
  stores: Pick<Stores, 'tasks' | 'now'>;
  views: TaskView;
  broker: Broker;
}

/** A deletion is answered when the data is gone, or after this long: the wish is stored, the purge will come. */
const PURGE_WAIT_MS = 3_000;
const POLL_MS = 25;

/** Wish for a pending task to end now. @throws AppError TASK_NOT_CANCELABLE once it has ended */
export async function cancelTask(deps: ChangeDependencies, task: Task): Promise<Task> {
  if (task.status !== 'pending') {
    throw new AppError('TASK_NOT_CANCELABLE', `The task has already ${task.status}.`);
  }
  await deps.stores.tasks.request(task.id, 'cancel', deps.stores.now());
  await deps.broker.publish('task.requested', { task_id: task.id });
  return (await deps.stores.tasks.find(task.id)) ?? task;
}

/** Wish for input, output and files of a task to be gone; a pending one is canceled by that. */
export async function deleteTask(deps: ChangeDependencies, task: Task): Promise<Task> {
  const { tasks } = deps.stores;
  if (task.purged_at === null) {
    await tasks.request(task.id, 'delete', deps.stores.now());
    await deps.broker.publish('task.requested', { task_id: task.id });
  }
  const until = performance.now() + PURGE_WAIT_MS;
  for (;;) {
    const now = await tasks.find(task.id);
    if (!now || now.purged_at !== null || performance.now() >= until) return now ?? task;
    await pause(POLL_MS);
  }
}

/** Wish for a delivery to be made once more. @throws AppError NOT_FOUND, TASK_EXPIRED when its body is gone */
export async function redeliver(deps: ChangeDependencies, task: Task, deliveryId: string): Promise<Task> {
  const { tasks } = deps.stores;
  if (!task.delivery || task.delivery.id !== deliveryId) {
    throw new AppError('NOT_FOUND', 'The task has no such delivery.');
  }
  if (deps.views.taskSummary(task, deps.stores.now()).expired) {
    throw new AppError('TASK_EXPIRED', 'The data of this task is gone, there is nothing to deliver.');
  }
  await tasks.request(task.id, 'redeliver', deps.stores.now());
  await deps.broker.publish('task.finished', { task_id: task.id });
  return (await tasks.find(task.id)) ?? task;
}
