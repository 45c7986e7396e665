import type { Stores } from '@medley/store';
import { accepted, ok } from '../../http/response';
import type { Route } from '../../http/route';
import { cancelTask, deleteTask, type ChangeDependencies } from './change-task';
import { listTasks, type ListDependencies } from './list-tasks';
import { findOwnTask } from './own-task';
import { taskDocs } from './task-docs';
import { readTaskListQuery } from './task-list-query';

export interface TaskRouteDependencies extends ChangeDependencies, ListDependencies {
  stores: Stores;
}

/** Reading, deleting and canceling tasks; `creation/` has the routes that create them. */
export function taskRoutes(deps: TaskRouteDependencies): Route[] {
  return [...readingRoutes(deps), ...changingRoutes(deps)];
}

function readingRoutes(deps: TaskRouteDependencies): Route[] {
  const { stores, views } = deps;
  return [
    {
      method: 'get',
      path: '/tasks',
      docs: taskDocs.list,
      async handle({ caller, query }) {
        const page = readTaskListQuery(query);
        const { limit, offset } = page;
        const { items, total, next_cursor } = await listTasks(deps, caller.accountId, page);
        return ok({ items, pagination: { total, limit, offset, next_cursor } });
      },
    },
    {
      method: 'get',
      path: '/tasks/:taskId',
      docs: taskDocs.get,
      async handle(call) {
        const task = await findOwnTask(stores.tasks, call);
        // Only an ended task can be retried.
        const retries = task.status === 'pending' ? [] : await stores.tasks.retriesOf(task.id);
        const shown = await views.taskView(task, stores.now());
        return ok(retries.length === 0 ? shown : { ...shown, retries });
      },
    },
  ];
}

function changingRoutes(deps: TaskRouteDependencies): Route[] {
  const { stores, views } = deps;
  return [
    {
      method: 'delete',
      path: '/tasks/:taskId',
      docs: taskDocs.delete,
      async handle(call) {
        const task = await deleteTask(deps, await findOwnTask(stores.tasks, call));
        return ok(await views.taskView(task, stores.now()));
      },
    },
    {
      method: 'post',
      path: '/tasks/:taskId/cancel',
      docs: taskDocs.cancel,
      async handle(call) {
        const task = await cancelTask(deps, await findOwnTask(stores.tasks, call));
        return accepted(await views.taskView(task, stores.now()));
      },
    },
  ];
}
