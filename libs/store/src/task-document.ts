import { receiverAddress, receiverHost, type Delivery, type Task, type TaskCost } from '@medley/contracts';
import type { TaskChanges } from './stores';
import type { TaskDocument } from './task-model';

/** A stored task without the fields that only queries use. */
export type ReadTask = Omit<
  TaskDocument,
  'attempt_open_since' | 'receiver' | 'receiver_host' | 'origin' | 'cost' | keyof LaterTask
> &
  Partial<LaterTask> & {
    cost: Omit<TaskCost, keyof LaterCost> & Partial<LaterCost>;
  };
/** Fields that tasks of earlier versions do not have. */
type LaterTask = Pick<Task, 'stored_bytes' | 'storage_bytes_max'>;
type LaterCost = Pick<TaskCost, 'extensions' | 'wanted'>;
export const readFields = { attempt_open_since: 0, receiver: 0, receiver_host: 0, origin: 0 } as const;

/** An update document: fields by dotted path, events to append, the revision to raise. */
export interface TaskUpdate {
  $set: Record<string, unknown>;
  $inc: { rev: 1 };
  $push?: { events: { $each: NonNullable<TaskChanges['events']> } };
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

/** The update document of a change of a task. */
export function toUpdate(changes: TaskChanges, now: Date): TaskUpdate {
  const delivery = changes.set?.delivery;
  const queried = delivery === undefined ? {} : queryFieldsOf(delivery);
  const set: Record<string, unknown> = { updated_at: now, ...changes.set, ...queried };
  for (const { index, set: fields } of changes.steps ?? []) {
    for (const [name, value] of Object.entries(fields)) set[`steps.${index}.${name}`] = value;
  }
  const update: TaskUpdate = { $set: set, $inc: { rev: 1 } };
  if (changes.events && changes.events.length > 0) update.$push = { events: { $each: changes.events } };
  return update;
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
