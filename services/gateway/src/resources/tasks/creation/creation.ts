import type { Broker } from '@medley/broker';
import type { PriceList, Task } from '@medley/contracts';
import { AppError, type HeaderSealer, type Logger } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { Caller } from '../../../callers/caller';
import type { RequestRecord } from '../../../callers/request-record';
import type { CreationSlot } from '../../../idempotency/find-existing';
import type { SchemaChecks } from '../../../steps/schema-checks';
import type { CreationTurns } from './creation-turns';
import type { Deadline } from './deadline';
import type { EagerRuns } from './eager-runs';
import type { Ticket } from './issue-tickets';
import type { PlanDependencies } from './plan-task';
import type { TaskDraft } from './task-draft';
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
  watch?: Pick<TaskWatch, 'begin' | 'submitting'> | undefined;
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

/** The deadline of a creation is over. */
export function noAnswer(): AppError {
  return new AppError('UPSTREAM_ERROR', 'The processing back end does not answer.');
}
