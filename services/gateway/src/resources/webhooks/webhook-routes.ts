import { deliveryHistory } from '@medley/task-view';
import { accepted, ok } from '../../http/response';
import type { Route } from '../../http/route';
import { findOwnTask } from '../tasks/own-task';
import { redeliver, type RedeliverDependencies } from './redeliver';
import { webhookDocs } from './webhook-docs';

export function webhookRoutes(deps: RedeliverDependencies): Route[] {
  const { stores } = deps;
  return [
    {
      method: 'get',
      path: '/tasks/:taskId/webhooks',
      docs: webhookDocs.deliveries,
      handle: async (call) => ok({ items: deliveryHistory(await findOwnTask(stores.tasks, call)) }),
    },
    {
      method: 'post',
      path: '/tasks/:taskId/webhooks/:deliveryId/redeliver',
      docs: webhookDocs.redeliver,
      async handle(call) {
        const deliveryId = (call.params['deliveryId'] ?? '').toLowerCase();
        const task = await redeliver(deps, await findOwnTask(stores.tasks, call), deliveryId);
        return accepted(deliveryHistory(task)[0]);
      },
    },
  ];
}
