import { batchBodyLimits } from '../../../http/http-limits';
import { ok } from '../../../http/response';
import type { Route } from '../../../http/route';
import { idempotent } from '../../../idempotency/idempotent';
import { openSchemaChecks } from '../../../steps/schema-checks';
import { batchSize, createBatch } from './create-batch';
import { createBatchDocs, createTaskDocs } from './creation-docs';
import { creationRoute, type CreationRouteDependencies } from './creation-route';
import { draftTask } from './draft-task';

export function creationRoutes(deps: CreationRouteDependencies): Route[] {
  return [
    creationRoute(deps, {
      path: '/tasks',
      docs: createTaskDocs,
      draft: (call) => draftTask(call.body, deps.validationContext),
    }),
    {
      method: 'post',
      path: '/tasks/batch',
      docs: createBatchDocs,
      body: batchBodyLimits,
      extraCost: (body) => batchSize(body) - 1,
      handle: idempotent(deps.stores.idempotency, async (call) =>
        ok(await createBatch(deps, call.body, { ...call, schemas: openSchemaChecks(deps, call) })),
      ),
    },
  ];
}
