import Joi from 'joi';
import { batchBodyLimits, bodyLimits } from '../../../http/http-limits';
import { isStrict, withPreferences } from '../../../http/preferences';
import { ok } from '../../../http/response';
import type { Route } from '../../../http/route';
import { idempotent } from '../../../idempotency/idempotent';
import { openSchemaChecks } from '../../../steps/schema-checks';
import { toWarnings, unknownFieldsOf } from '../../../validation/unknown-fields';
import { batchBody, batchSize, createBatch } from './create-batch';
import { createBatchDocs, createTaskDocs, validateTaskDocs } from './creation-docs';
import { creationRoute, type CreationRouteDependencies } from './creation-route';
import { draftTask } from './draft-task';
import { considerUnknown } from './consider-unknown';
import { validateTask } from './validate-task';
import { taskBody } from './task-request';

/** In all tasks of a batch, with paths from its body. */
const findUnknown = unknownFieldsOf(batchBody.keys({ tasks: Joi.array().items(taskBody) }));

export function creationRoutes(deps: CreationRouteDependencies): Route[] {
  return [
    creationRoute(deps, {
      path: '/tasks',
      docs: createTaskDocs,
      draft: (call) => draftTask(call.body, deps.validationContext),
    }),
    {
      method: 'post',
      path: '/tasks/validate',
      docs: validateTaskDocs,
      body: bodyLimits,
      handle: async (call) => {
        const schemas = openSchemaChecks(deps, call);
        const strict = isStrict(call.header('Prefer'));
        const drafted = considerUnknown(draftTask(call.body, deps.validationContext), strict);
        const estimate = await validateTask(deps, drafted, { caller: call.caller, schemas });
        return withPreferences(ok(estimate, drafted.warnings), strict ? ['handling=strict'] : []);
      },
    },
    {
      method: 'post',
      path: '/tasks/batch',
      docs: createBatchDocs,
      body: batchBodyLimits,
      extraCost: (body) => batchSize(body) - 1,
      handle: idempotent(deps.stores.idempotency, async (call) => {
        const strict = isStrict(call.header('Prefer'));
        const schemas = openSchemaChecks(deps, call);
        const result = await createBatch(deps, call.body, { ...call, schemas, isStrict: strict });
        const warnings = strict ? [] : toWarnings(findUnknown(call.body));
        return withPreferences(ok(result, warnings), strict ? ['handling=strict'] : []);
      }),
    },
  ];
}
