import { deliveryHistory } from '@medley/task-view';
import { AppError } from '@medley/kit';
import { bodyLimits } from '../../http/http-limits';
import { readQuery } from '../../http/read-query';
import { accepted, ok } from '../../http/response';
import type { Call, Route } from '../../http/route';
import type { Stores } from '@medley/store';
import type { Task } from '@medley/contracts';
import { findOwnTask } from '../tasks/own-task';
import { deliveryQuery, listDeliveries } from './list-deliveries';
import { redeliver, type RedeliverDependencies } from './redeliver';
import { rotateSecret } from './rotate-secret';
import { WebhookTests, type WebhookTestDependencies } from './test-webhook';
import { webhookDocs } from './webhook-docs';

type WebhookDependencies = RedeliverDependencies & WebhookTestDependencies & { stores: Stores };

export function webhookRoutes(deps: WebhookDependencies): Route[] {
  return [...taskWebhookRoutes(deps), ...deliveryRoutes(deps), ...receiverRoutes(deps)];
}

/** The deliveries of one task. */
function taskWebhookRoutes(deps: WebhookDependencies): Route[] {
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
        const task = await redeliver(deps, await findOwnTask(stores.tasks, call), deliveryIdOf(call));
        return accepted(deliveryHistory(task)[0]);
      },
    },
  ];
}

/** The deliveries of all tasks. */
function deliveryRoutes(deps: WebhookDependencies): Route[] {
  const { stores } = deps;
  return [
    {
      method: 'get',
      path: '/deliveries',
      docs: webhookDocs.allDeliveries,
      handle: async ({ caller, query }) =>
        ok(await listDeliveries(stores, caller.accountId, readQuery(deliveryQuery, query))),
    },
    {
      method: 'get',
      path: '/deliveries/:deliveryId',
      docs: webhookDocs.oneDelivery,
      handle: async (call) => ok(deliveryHistory(await findTaskOfDelivery(stores, call))[0]),
    },
    {
      method: 'post',
      path: '/deliveries/:deliveryId/redeliver',
      docs: webhookDocs.redeliverAny,
      async handle(call) {
        const task = await redeliver(deps, await findTaskOfDelivery(stores, call), deliveryIdOf(call));
        return accepted(deliveryHistory(task)[0]);
      },
    },
  ];
}

function receiverRoutes(deps: WebhookDependencies): Route[] {
  const tests = new WebhookTests(deps);
  return [
    {
      method: 'post',
      path: '/webhooks/test',
      docs: webhookDocs.test,
      body: bodyLimits,
      handle: async (call) => ok(await tests.run(call)),
    },
    {
      method: 'post',
      path: '/webhooks/secret/rotate',
      docs: webhookDocs.rotate,
      body: bodyLimits,
      handle: (call) => rotateSecret(deps.stores, call),
    },
  ];
}

function deliveryIdOf({ params }: Call): string {
  return (params['deliveryId'] ?? '').toLowerCase();
}

/** @throws AppError NOT_FOUND, also for a delivery of another account */
async function findTaskOfDelivery({ deliveries, tasks }: Stores, call: Call): Promise<Task> {
  const taskId = await deliveries.findTask(call.caller.accountId, deliveryIdOf(call));
  const task = taskId === null ? null : await tasks.find(taskId);
  if (!task) throw new AppError('NOT_FOUND', 'There is no such delivery.');
  return task;
}
