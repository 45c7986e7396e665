import { randomUUID } from 'node:crypto';
import { newTask, type NewTask, type Task } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { findExisting } from '../../../idempotency/find-existing';
import { useUpload } from '../../uploads/use-upload';
import { checkStorage } from './account-limits';
import { noAnswer, type Creation, type CreationDependencies } from './creation';
import type { EagerRun } from './eager-runs';
import { planTask } from './plan-task';
import { priceTask } from './price-task';
import { sealHeaders } from './seal-headers';
import { storeAdopting, storeTask } from './store-task';
import type { DraftResult, TaskDraft } from './task-draft';

/** Validate a draft, reserve its price, store the task and notify the orchestrator. @throws AppError */
export async function createTask(
  deps: CreationDependencies,
  drafted: DraftResult,
  creation: Creation,
): Promise<Task> {
  const { deadline } = creation;
  const { task, shown } = await deadline.race(makeTask(deps, drafted, creation), noAnswer);
  if (shown) return shown;
  creation.watch?.submitting();
  if (task.turn_kinds) deps.turns.announce(task);
  // If the message is lost, the orchestrator finds the stored task by polling.
  else await Promise.race([deps.broker.publish('task.submitted', { task_id: task.id }), deadline.over]);
  return task;
}

/** A task that is stored. */
interface StoredTask {
  task: Task;
  /** The state to answer with when it has ended; absent: it must be submitted. */
  shown?: Task;
}

async function makeTask(
  deps: CreationDependencies,
  drafted: DraftResult,
  creation: Creation,
): Promise<StoredTask> {
  const before = await findExisting(creation, (origin) => deps.stores.tasks.findByOrigin(origin));
  if (before) return { task: before };
  const { draft } = drafted;
  const { steps, outputs } = await planTask(deps, drafted, creation);
  if (deps.broker.checkHealth() !== null) {
    throw new AppError('UPSTREAM_ERROR', 'The processing back end is unavailable.');
  }
  await checkStorage(deps.stores, creation.caller);
  const reserved = draft.retry ? 0 : priceTask(deps.prices, steps, draft).reserved;
  await useUpload(deps.stores, draft.input.url, creation.caller.accountId);
  const request = requestOf(deps, draft, { creation, steps, outputs, reserved });
  if (!creation.adoption) {
    const task = newTask(request, deps.stores.now());
    const eager = await deps.eagerRuns.run(task, creation.watch !== undefined);
    if (eager) return storeEnded(deps, task, { ...creation, eager });
  }
  await takeTicket(creation);
  const awaits_turn = deps.turns.mustAwaitTurn(creation.caller.accountId);
  const made = newTask({ ...request, awaits_turn }, deps.stores.now());
  const stored = creation.adoption
    ? storeAdopting(deps, made, { ...creation, draft })
    : storeTask(deps, made, creation);
  return { task: await stored };
}

async function takeTicket({ ticket, deadline }: Creation): Promise<void> {
  await ticket?.granted;
  if (deadline.isOver) throw noAnswer();
}

/** Store a task that has ended. To a client that does not wait for the end it is shown as it was made. */
async function storeEnded(
  deps: CreationDependencies,
  made: Task,
  { eager, ...creation }: Creation & { eager: EagerRun },
): Promise<StoredTask> {
  const { task: ended, settlement } = eager.ended;
  try {
    await takeTicket(creation);
    const task = await storeTask(deps, ended, { ...creation, settlement });
    // An earlier attempt of the request has stored its task first.
    const isOther = task.id !== made.id;
    if (isOther) eager.dropped();
    else eager.stored();
    return isOther ? { task } : { task, shown: creation.watch ? task : made };
  } catch (error) {
    eager.dropped();
    throw error;
  }
}

/** What the new task is made of, without its turn. */
function requestOf(
  { headerSealer }: CreationDependencies,
  draft: TaskDraft,
  { creation, ...planned }: Pick<NewTask, 'steps' | 'outputs' | 'reserved'> & { creation: Creation },
): NewTask {
  const schema = draft.input.response_schema;
  return {
    id: randomUUID(),
    account_id: creation.caller.accountId,
    key_id: creation.caller.keyId,
    request_id: creation.record.id,
    traceparent: creation.record.traceparent,
    input: {
      ...draft.input,
      ...sealHeaders(headerSealer, creation.caller.accountId, draft),
      response_schema: schema && JSON.stringify(schema),
    },
    ...planned,
    metadata: draft.metadata,
    webhook_url: draft.webhookUrl,
    ttl: draft.ttl,
    cost_max: draft.maxCost,
    timeout_ms: draft.timeoutMs,
    batch_id: creation.batchId ?? null,
    ...keptBy(draft),
    storage_bytes_max: creation.caller.tariff.storage_bytes,
    turn_weight: creation.caller.tariff.turn_weight,
  };
}

/** The steps that a retry does not run keep their results. */
function keptBy({ retry }: TaskDraft): Pick<NewTask, 'retry_of' | 'reused'> {
  if (!retry) return {};
  return { retry_of: retry.of.id, reused: retry.of.steps.filter(({ id }) => !retry.runs.has(id)) };
}
