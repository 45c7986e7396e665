import type { Stores } from '@medley/store';
import { deliveryHistory } from '@medley/task-view';
import { accepted, ok } from '../http/response';
import type { Route } from '../http/route';
import { cancelTask, deleteTask, redeliver, type ChangeDependencies } from '../tasks/change-task';
import { listTasks, type ListDependencies } from '../tasks/list-tasks';
import { findOwnTask } from '../tasks/own-task';
import { taskDocs } from '../openapi/docs/task-docs';
import { listQuery } from '../validation/query-schemas';
import { readQuery } from '../validation/read-query';

export interface TaskRouteDependencies extends ChangeDependencies, ListDependencies {
  stores: Stores;
}

/** Reading tasks and wishing for changes of them. */
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
        const page = readQuery(listQuery, query);
        const { limit, offset } = page;
        const { items, total } = await listTasks(deps, caller.accountId, page);
        return ok({ items, pagination: { total, limit, offset } });
      },
    },
    {
      method: 'get',
      path: '/tasks/:taskId',
      docs: taskDocs.get,
      handle: async (call) => ok(await views.taskView(await findOwnTask(stores.tasks, call), stores.now())),
    },
    {
      method: 'get',
      path: '/tasks/:taskId/webhooks',
      docs: taskDocs.deliveries,
      handle: async (call) => ok({ items: deliveryHistory(await findOwnTask(stores.tasks, call)) }),
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
    {
      method: 'post',
      path: '/tasks/:taskId/webhooks/:deliveryId/redeliver',
      docs: taskDocs.redeliver,
      async handle(call) {
        const deliveryId = (call.params['deliveryId'] ?? '').toLowerCase();
        const task = await redeliver(deps, await findOwnTask(stores.tasks, call), deliveryId);
        return accepted(deliveryHistory(task)[0]);
      },
    },
  ];
}
