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

/** A deletion waits this long for the purge; after that the request is stored and the purge follows. */
const PURGE_WAIT_MS = 3_000;
const POLL_MS = 25;

/** Request the cancellation of a pending task. @throws AppError TASK_NOT_CANCELABLE once it has ended */
export async function cancelTask(deps: ChangeDependencies, task: Task): Promise<Task> {
  if (task.status !== 'pending') {
    throw new AppError('TASK_NOT_CANCELABLE', `The task has already ${task.status}.`);
  }
  await deps.stores.tasks.request(task.id, 'cancel', deps.stores.now());
  await deps.broker.publish('task.requested', { task_id: task.id });
  return (await deps.stores.tasks.find(task.id)) ?? task;
}

/** Request the purge of input, output and files of a task; this also cancels a pending one. */
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
