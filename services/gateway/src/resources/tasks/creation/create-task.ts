import { randomUUID } from 'node:crypto';
import type { Broker } from '@medley/broker';
import { newTask, type NewTask, type PriceList, type Task } from '@medley/contracts';
import { AppError, type HeaderSealer, type Logger } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { Caller } from '../../../callers/caller';
import type { RequestRecord } from '../../../callers/request-record';
import { findExisting, type CreationSlot } from '../../../idempotency/find-existing';
import type { SchemaChecks } from '../../../steps/schema-checks';
import { useUpload } from '../../uploads/use-upload';
import type { Ticket } from './issue-tickets';
import type { CreationTurns } from './creation-turns';
import type { Deadline } from './deadline';
import type { EagerRun, EagerRuns } from './eager-runs';
import { checkStorage } from './account-limits';
import { planTask, type PlanDependencies } from './plan-task';
import { priceTask } from './price-task';
import { sealHeaders } from './seal-headers';
import { storeAdopting, storeTask } from './store-task';
import type { DraftResult, TaskDraft } from './task-draft';
import type { TaskWatch } from './task-watch';

/** The contract limits a creation to 6 s, also while a back end is unavailable. */
export const CREATION_MS = 5_500;

export interface CreationDependencies extends PlanDependencies {
  stores: Stores;
  broker: Broker;
  turns: CreationTurns;
  eagerRuns: EagerRuns;
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
  const {
    task,
    isSubmitted,
    shown = task,
  } = await deadline.race(makeTask(deps, drafted, creation), noAnswer);
  creation.watch?.submitting();
  if (isSubmitted) return shown;
  if (task.turn_kinds) deps.turns.announce(task);
  // If the message is lost, the orchestrator finds the stored task by polling.
  else await Promise.race([deps.broker.publish('task.submitted', { task_id: task.id }), deadline.over]);
  return task;
}

/** A task that is stored. */
interface StoredTask {
  task: Task;
  /** Whether its first steps have been sent, or it has ended. */
  isSubmitted?: boolean;
  /** The state to answer with. Default: that of the task. */
  shown?: Task;
}

export function noAnswer(): AppError {
  return new AppError('UPSTREAM_ERROR', 'The processing back end does not answer.');
}

async function makeTask(
  deps: CreationDependencies,
  drafted: DraftResult,
  creation: Creation,
): Promise<StoredTask> {
  const before = await findExisting(creation, (origin) => deps.stores.tasks.findByOrigin(origin));
  if (before) return { task: before };
  const { draft } = drafted;
  const id = randomUUID();
  const { steps, outputs } = await planTask(deps, drafted, creation);
  if (deps.broker.checkHealth() !== null) {
    throw new AppError('UPSTREAM_ERROR', 'The processing back end is unavailable.');
  }
  await checkStorage(deps.stores, creation.caller);
  const reserved = draft.retry ? 0 : priceTask(deps.prices, steps, draft).reserved;
  await useUpload(deps.stores, draft.input.url, creation.caller.accountId);
  const schema = draft.input.response_schema;
  const request: NewTask = {
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
  };
  if (!creation.adoption) {
    const task = newTask(request, deps.stores.now());
    const eager = await deps.eagerRuns.run(task, creation.watch !== undefined);
    if (eager) return storeEager(deps, task, { ...creation, eager });
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

/** Store a task whose steps have been sent. It is new to a client that does not wait for its end, which may have come. */
async function storeEager(
  deps: CreationDependencies,
  made: Task,
  { eager, ...creation }: Creation & { eager: EagerRun },
): Promise<StoredTask> {
  const { ended } = eager;
  try {
    await takeTicket(creation);
    const task = await storeTask(deps, ended?.task ?? made, creation, ended?.settlement);
    if (task.id === made.id) eager.stored();
    else eager.dropped();
    return { task, isSubmitted: true, shown: creation.watch || task.id !== made.id ? task : made };
  } catch (error) {
    eager.dropped();
    throw error;
  }
}

/** The steps that a retry does not run keep their results. */
function keptBy({ retry }: TaskDraft): Pick<NewTask, 'retry_of' | 'reused'> {
  if (!retry) return {};
  return { retry_of: retry.of.id, reused: retry.of.steps.filter(({ id }) => !retry.runs.has(id)) };
}
