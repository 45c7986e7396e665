import {
  receiverAddress,
  receiverHost,
  type Delivery,
  type Task,
  type TaskCost,
  type TaskEvent,
  type TaskStep,
} from '@medley/contracts';
import type { TaskChanges } from './stores';
import type { TaskDocument } from './task-model';

/** A stored task without the fields that only queries use. */
export type ReadTask = Omit<TaskDocument, keyof typeof readFields | 'cost' | keyof LaterTask> &
  Partial<LaterTask> & {
    cost: Omit<TaskCost, keyof LaterCost> & Partial<LaterCost>;
  };
/** Fields that tasks of earlier versions do not have. */
type LaterTask = Pick<Task, 'stored_bytes' | 'storage_bytes_max'>;
type LaterCost = Pick<TaskCost, 'extensions' | 'wanted'>;
export const readFields = {
  attempt_open_since: 0,
  receiver: 0,
  receiver_host: 0,
  origin: 0,
  write_id: 0,
} as const;

/** What one write changes in a task that has the revision `rev`. */
export interface TaskWrite {
  rev: number;
  set: object;
  /** By the index of the step; null: unchanged. */
  steps: (Partial<TaskStep> | null)[];
  events: TaskEvent[];
}

/** Convert a task to its document. */
export function toDocument(task: Task): TaskDocument {
  const { id, ...rest } = task;
  return { _id: id, ...rest, ...queryFieldsOf(task.delivery) };
}

/** Convert a document to a task; fields missing in older versions get defaults. */
export function toTask({ _id, cost, ...rest }: ReadTask): Task {
  return {
    stored_bytes: 0,
    storage_bytes_max: null,
    id: _id,
    ...rest,
    cost: { extensions: [], wanted: null, ...cost },
  };
}

/** Convert the changes of a task that has the revision `rev`. */
export function toWrite(changes: TaskChanges, rev: number, now: Date): TaskWrite {
  const { set, steps = [], events = [] } = changes;
  const queried = set?.delivery === undefined ? {} : queryFieldsOf(set.delivery);
  const byIndex = new Map(steps.map((step) => [step.index, step.set]));
  const length = Math.max(-1, ...byIndex.keys()) + 1;
  return {
    rev,
    set: { updated_at: now, ...set, ...queried, rev: rev + 1 },
    steps: Array.from({ length }, (_, index) => byIndex.get(index) ?? null),
    events,
  };
}

/** Fields derived from a delivery for indexes and queries. */
function queryFieldsOf(
  delivery: Delivery | null,
): Pick<TaskDocument, 'attempt_open_since' | 'receiver' | 'receiver_host'> {
  const open = delivery?.attempts.find((attempt) => attempt.ended_at === null);
  return {
    attempt_open_since: open?.started_at ?? null,
    receiver: delivery && receiverAddress(delivery.url),
    receiver_host: delivery && receiverHost(delivery.url),
  };
}
