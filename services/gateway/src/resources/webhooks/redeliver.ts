import type { Broker } from '@medley/broker';
import type { Task } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { TaskView } from '@medley/task-view';

export interface RedeliverDependencies {
  stores: Pick<Stores, 'tasks' | 'now'>;
  views: TaskView;
  broker: Broker;
}

/** Request one more attempt of a delivery. @throws AppError NOT_FOUND, TASK_EXPIRED when its body was purged */
export async function redeliver(deps: RedeliverDependencies, task: Task, deliveryId: string): Promise<Task> {
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
