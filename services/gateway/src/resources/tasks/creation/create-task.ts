import { randomUUID } from 'node:crypto';
import type { Broker } from '@medley/broker';
import { newTask, signalTopics, type NewTask, type PriceList, type Task } from '@medley/contracts';
import { AppError, messageOf, taskLogFields, type HeaderSealer, type Logger } from '@medley/kit';
import type { ReservationOutcome, Stores } from '@medley/store';
import type { Caller } from '../../../callers/caller';
import type { RequestRecord } from '../../../callers/request-record';
import { findExisting, resourceOrigin, type CreationSlot } from '../../../idempotency/find-existing';
import type { SchemaChecks } from '../../../steps/schema-checks';
import { useUpload } from '../../uploads/use-upload';
import type { Ticket } from './issue-tickets';
import type { CreationTurns } from './creation-turns';
import type { Deadline } from './deadline';
import { directRun } from './direct-run';
import { checkStorage, refusalOf } from './account-limits';
import { planTask, type PlanDependencies } from './plan-task';
import { priceTask } from './price-task';
import { sealHeaders } from './seal-headers';
import type { DraftResult, TaskDraft } from './task-draft';
import type { TaskWatch } from './task-watch';

/** The contract limits a creation to 6 s, also while a back end is unavailable. */
export const CREATION_MS = 5_500;

export interface CreationDependencies extends PlanDependencies {
  stores: Stores;
  broker: Broker;
  turns: CreationTurns;
  prices: PriceList;
  headerSealer: HeaderSealer;
  logger: Logger;
}

export interface Creation extends CreationSlot {
  caller: Caller;
  /** Of the request, which is kept with the task. */
  record: RequestRecord;
  schemas: SchemaChecks;
  deadline: Deadline;
  /** Begins with the insert of the task, so that it misses no signal. */
  watch?: Pick<TaskWatch, 'begin' | 'isOf' | 'submitting'> | undefined;
  /** Orders the reservations of a batch; absent when the request creates one task. */
  ticket?: Ticket;
  /** Only of a retry. */
  adoption?: Adoption | undefined;
  /** Id of the batch; absent when the request creates one task. */
  batchId?: string;
}

/** Gives a new task the results of another one before it is stored, and its price; `discard` deletes them again. */
export interface Adoption {
  adopt(task: Task, draft: TaskDraft): Promise<Task>;
  discard(task: Task): Promise<void>;
}

/** Validate a draft, reserve its price, store the task and notify the orchestrator. @throws AppError */
export async function createTask(
  deps: CreationDependencies,
  drafted: DraftResult,
  creation: Creation,
): Promise<Task> {
  const { deadline } = creation;
  const task = await deadline.race(makeTask(deps, drafted, creation), noAnswer);
  creation.watch?.submitting();
  if (task.turn_kinds) {
    deps.turns.announce(task);
    return task;
  }
  await Promise.race([submit(deps, task, creation), deadline.over]);
  return task;
}

/** Wake the worker or the orchestrator. If a message is lost, the orchestrator finds the stored task by polling. */
async function submit(deps: CreationDependencies, task: Task, { watch }: Creation): Promise<void> {
  const { broker, stores } = deps;
  const run = watch?.isOf(task) ? directRun(task, stores.now()) : null;
  if (run) {
    broker.signal('task.sent', signalTopics.taskSent, { task });
    if ((await broker.publish('step.run', run)) === 'confirmed') return;
  }
  await broker.publish('task.submitted', { task_id: task.id });
}

function noAnswer(): AppError {
  return new AppError('UPSTREAM_ERROR', 'The processing back end does not answer.');
}

async function makeTask(deps: CreationDependencies, drafted: DraftResult, creation: Creation): Promise<Task> {
  const before = await findExisting(creation, (origin) => deps.stores.tasks.findByOrigin(origin));
  if (before) return before;
  const { draft } = drafted;
  const id = randomUUID();
  const { steps, outputs } = await planTask(deps, drafted, creation);
  if (deps.broker.checkHealth() !== null) {
    throw new AppError('UPSTREAM_ERROR', 'The processing back end is unavailable.');
  }
  await checkStorage(deps.stores, creation.caller);
  const reserved = draft.retry ? 0 : priceTask(deps.prices, steps, draft).reserved;
  await useUpload(deps.stores, draft.input.url, creation.caller.accountId);
  await creation.ticket?.granted;
  if (creation.deadline.isOver) throw noAnswer();
  const schema = draft.input.response_schema;
  const made = newTask(
    {
      id,
      account_id: creation.caller.accountId,
      key_id: creation.caller.keyId,
      request_id: creation.record.id,
      traceparent: creation.record.traceparent,
      input: {
        ...draft.input,
        ...sealHeaders(deps.headerSealer, creation.caller.accountId, draft),
        response_schema: schema && JSON.stringify(schema),
      },
      steps,
      outputs,
      metadata: draft.metadata,
      webhook_url: draft.webhookUrl,
      ttl: draft.ttl,
      reserved,
      cost_max: draft.maxCost,
      timeout_ms: draft.timeoutMs,
      batch_id: creation.batchId ?? null,
      ...keptBy(draft),
      storage_bytes_max: creation.caller.tariff.storage_bytes,
      turn_weight: creation.caller.tariff.turn_weight,
      awaits_turn: deps.turns.mustAwaitTurn(creation.caller.accountId),
    },
    deps.stores.now(),
  );
  return creation.adoption ? storeAdopting(deps, made, { ...creation, draft }) : store(deps, made, creation);
}

/** The steps that a retry does not run keep their results. */
function keptBy({ retry }: TaskDraft): Pick<NewTask, 'retry_of' | 'reused'> {
  if (!retry) return {};
  return { retry_of: retry.of.id, reused: retry.of.steps.filter(({ id }) => !retry.runs.has(id)) };
}

async function storeAdopting(
  deps: CreationDependencies,
  made: Task,
  creation: Creation & { draft: TaskDraft },
): Promise<Task> {
  const { adoption, draft, deadline } = creation;
  try {
    const task = (await adoption?.adopt(made, draft)) ?? made;
    if (deadline.isOver) throw noAnswer();
    return await store(deps, task, creation);
  } catch (error) {
    await adoption?.discard(made);
    throw error;
  }
}

/**
 * Reserve the price of a task, count it as unfinished and store it. A task that was stored after the timeout, when the client
 * has already received an error, is canceled.
 * @throws AppError RATE_LIMIT_EXCEEDED, INSUFFICIENT_BALANCE
 */
async function store(deps: CreationDependencies, task: Task, creation: Creation): Promise<Task> {
  const { stores } = deps;
  const cap = creation.caller.tariff.max_unfinished_tasks;
  const origin = resourceOrigin(creation);
  creation.watch?.begin(task.id);
  const stored = stores.creations.create(task, { unfinishedMax: cap, origin });
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
