import Joi from 'joi';
import { readPayload, type BlobStore } from '@medley/blobs';
import {
  countCodePoints,
  limits,
  priceOfStep,
  textLimits,
  textOf,
  type PriceList,
  type RestoreOutput,
  type Task,
} from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { TaskView } from '@medley/task-view';
import type { Call } from '../../http/route';
import type { TextPool } from '../../text-pool/text-pool';
import { textPoolLimits } from '../../text-pool/text-pool-limits';
import { checkBody } from '../../validation/check-body';
import { dropNulls } from '../../validation/drop-nulls';
import { uuid } from '../../validation/fields';
import { throwIfInvalid, validationError } from '../../validation/validation-error';
import { chargeForWork } from './charge-for-work';
import { findTaskOf } from '../tasks/own-task';

export interface RestoreDependencies {
  stores: Pick<Stores, 'tasks' | 'accounts' | 'budgets' | 'keyring' | 'now'>;
  blobs: BlobStore;
  views: TaskView;
  textPool: TextPool;
  prices: PriceList;
}

interface RestoreBody {
  task_id: string;
  input: string;
}

export const restoreBody: Joi.ObjectSchema<RestoreBody> = Joi.object<RestoreBody>({
  task_id: uuid.required().description('A task with a finished depersonalize step of mode `reversible`.'),
  input: textOf(0, limits.inputMax).required().description('Any text that holds the markers of that task.'),
})
  .unknown(true)
  .meta({ component: 'RestoreRequest' });

/**
 * Replace the markers of a reversible depersonalization in a text by the original values. Costs as much as a restore step
 * over the longer of both texts; a failure costs nothing.
 * @throws AppError VALIDATION_ERROR, TASK_NOT_FOUND, MAPPING_EXPIRED, INSUFFICIENT_BALANCE, RATE_LIMIT_EXCEEDED
 */
export async function restoreText(deps: RestoreDependencies, call: Call): Promise<RestoreOutput> {
  const { value, issues } = checkBody(restoreBody, dropNulls(call.body));
  throwIfInvalid(issues);
  const { accountId } = call.caller;
  const task = await findTaskOf(deps.stores.tasks, accountId, value.task_id);
  const mapping = await openMapping(deps, task);
  const job = { kind: 'restore', text: value.input, mapping, lengthMax: textLimits.outputTextMax } as const;
  const signal = AbortSignal.any([
    call.disconnected(),
    AbortSignal.timeout(textPoolLimits.timeWithWaitingMs),
  ]);
  const unitsFor = (text: string): number =>
    priceOfStep(deps.prices.restore, { characters: countCodePoints(text) });
  const charge = { accountId, keyId: call.caller.keyId, units: unitsFor(value.input) };
  return chargeForWork(deps.stores, charge, async () => {
    const restored = await deps.textPool.run(job, { account: accountId, signal });
    if (!restored) throw tooLong();
    return { result: restored, units: Math.max(unitsFor(value.input), unitsFor(restored.text)) };
  });
}

function tooLong(): AppError {
  const message = `would be longer than ${textLimits.outputTextMax} characters with the originals`;
  return validationError([{ field: 'input', message }]);
}

async function openMapping(deps: RestoreDependencies, task: Task): Promise<string> {
  if (deps.views.taskSummary(task, deps.stores.now()).expired) throw mappingExpired();
  const mapping = task.steps.findLast((step) => step.mapping !== null)?.mapping;
  if (!mapping) {
    const message = 'must be a task with a finished depersonalize step of mode "reversible"';
    throw validationError([{ field: 'task_id', message }]);
  }
  try {
    return deps.stores.keyring.unseal('pii-mapping', await readPayload(deps.blobs, mapping), task.id);
  } catch (error) {
    // The task may have been purged since it was read.
    if (error instanceof AppError && error.code === 'INPUT_EXPIRED') throw mappingExpired();
    throw error;
  }
}

function mappingExpired(): AppError {
  return new AppError('MAPPING_EXPIRED', 'The mapping of this task is gone: its storage time has ended.');
}
