import type { Broker } from '@medley/broker';
import { AppError } from '@medley/kit';
import type { BatchTask, Stores } from '@medley/store';
import { accepted, ok } from '../../http/response';
import type { Call, Route } from '../../http/route';
import { parseUuid } from '../../validation/fields';
import { batchDocs } from './batch-docs';
import { showBatch, type Batch } from './batch-view';

export interface BatchDependencies {
  stores: Pick<Stores, 'tasks' | 'now'>;
  broker: Broker;
}

export function batchRoutes(deps: BatchDependencies): Route[] {
  return [
    {
      method: 'get',
      path: '/batches/:batchId',
      docs: batchDocs.get,
      handle: async (call) => ok(showBatch(await findOwnBatch(deps, call))),
    },
    {
      method: 'post',
      path: '/batches/:batchId/cancel',
      docs: batchDocs.cancel,
      async handle(call) {
        const { id, tasks } = await findOwnBatch(deps, call);
        await Promise.all(
          tasks.filter(({ status }) => status === 'pending').map((task) => cancel(deps, task)),
        );
        return accepted(showBatch({ id, tasks: await deps.stores.tasks.ofBatch(id) }));
      },
    },
  ];
}

/** @throws AppError NOT_FOUND, also for a batch of another account */
async function findOwnBatch({ stores }: BatchDependencies, call: Call): Promise<Batch> {
  const id = parseUuid(call.params['batchId'] ?? '');
  const tasks = id === null ? [] : await stores.tasks.ofBatch(id);
  const own = tasks.filter(({ account_id }) => account_id === call.caller.accountId);
  if (id === null || own.length === 0) throw new AppError('NOT_FOUND', 'There is no such batch.');
  return { id, tasks: own };
}

async function cancel({ stores, broker }: BatchDependencies, { id }: BatchTask): Promise<void> {
  await stores.tasks.request(id, 'cancel', stores.now());
  await broker.publish('task.requested', { task_id: id });
}
