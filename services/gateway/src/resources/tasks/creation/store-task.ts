import type { Task } from '@medley/contracts';
import { messageOf, taskLogFields, type Logger } from '@medley/kit';
import type { ReservationOutcome, Settlement } from '@medley/store';
import type { RequestRecord } from '../../../callers/request-record';
import { resourceOrigin } from '../../../idempotency/find-existing';
import { refusalOf } from './account-limits';
import { noAnswer, type Creation, type CreationDependencies } from './creation';
import type { TaskDraft } from './task-draft';

/** The same as {@link storeTask} for a retry, whose task first takes over results. */
export async function storeAdopting(
  deps: CreationDependencies,
  made: Task,
  creation: Creation & { draft: TaskDraft },
): Promise<Task> {
  const { adoption, draft, deadline } = creation;
  try {
    const task = (await adoption?.adopt(made, draft)) ?? made;
    if (deadline.isOver) throw noAnswer();
    return await storeTask(deps, task, creation);
  } catch (error) {
    await adoption?.discard(made);
    throw error;
  }
}

/**
 * Reserve the price of a task, count it as unfinished and store it; with a settlement it has ended already and is charged. A task
 * that was stored after the timeout, when the client has already received an error, is canceled.
 * @throws AppError RATE_LIMIT_EXCEEDED, INSUFFICIENT_BALANCE
 */
export async function storeTask(
  deps: CreationDependencies,
  task: Task,
  creation: Creation & { settlement?: Settlement | undefined },
): Promise<Task> {
  const { stores } = deps;
  const { settlement } = creation;
  const cap = creation.caller.tariff.max_unfinished_tasks;
  const origin = resourceOrigin(creation);
  if (task.status === 'pending') creation.watch?.begin(task.id);
  const stored = stores.creations.create(task, { unfinishedMax: cap, origin, settlement });
  creation.ticket?.release();
  let outcome: ReservationOutcome;
  try {
    outcome = await stored;
  } catch (error) {
    return findStored(deps, task, { origin, error, record: creation.record });
  }
  if (outcome !== 'reserved') {
    const { accountId, keyId } = creation.caller;
    throw await refusalOf(stores, outcome, { accountId, keyId, needed: task.cost.reserved, cap });
  }
  recordCreated(deps.logger, task, creation.record);
  if (creation.deadline.isOver) await stores.tasks.request(task.id, 'cancel', stores.now());
  return task;
}

/** After an error the task may have been stored all the same; its reservation is released only if it is not found. */
async function findStored(
  { stores, logger }: CreationDependencies,
  task: Task,
  { origin, error, record }: { origin: string | undefined; error: unknown; record: RequestRecord },
): Promise<Task> {
  logger.warn('storing a task failed', { ...taskLogFields(task), error: messageOf(error) });
  const found = await stores.tasks.find(task.id);
  if (found) {
    recordCreated(logger, found, record);
    return found;
  }
  await stores.accounts.release(task.account_id, task.id, task.cost.reserved);
  // An earlier attempt of the same request may have stored its task first.
  const first = origin === undefined ? null : await stores.tasks.findByOrigin(origin);
  if (first) return first;
  throw error;
}

function recordCreated(logger: Logger, task: Task, record: RequestRecord): void {
  record.taskIds.push(task.id);
  const { account_id, key_id } = task;
  logger.info('task created', { ...taskLogFields(task), account_id, key_id });
}
