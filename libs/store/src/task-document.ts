import {
  limits,
  receiverAddress,
  receiverHost,
  type Delivery,
  type Task,
  type TaskCost,
} from '@medley/contracts';
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

/** An aggregation pipeline that changes a task only while it has the expected revision. */
export type TaskUpdate = [{ $replaceWith: object }];

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

/**
 * The update of a change of a task. The revision is compared by the update itself and not by the filter, because a filter of
 * only `_id` needs no query plan: with `{ _id, rev }` a write takes the server a third more processor time.
 */
export function toUpdate(changes: TaskChanges, rev: number, now: Date): TaskUpdate {
  const delivery = changes.set?.delivery;
  const queried = delivery === undefined ? {} : queryFieldsOf(delivery);
  const fields = { updated_at: now, ...changes.set, ...queried, rev: rev + 1 };
  const lists = { ...changeSteps(changes.steps), ...appendEvents(changes.events) };
  const changed = { $mergeObjects: ['$$ROOT', { $literal: fields }, lists] };
  return [{ $replaceWith: { $cond: [{ $eq: ['$rev', rev] }, changed, '$$ROOT'] } }];
}

/**
 * The update that replaces a task by its next state, whose revision is one more than the expected one. Takes the server three
 * quarters of the processor time of {@link toUpdate}, which takes the document apart and puts it together again.
 */
export function toReplacement(next: Task): TaskUpdate {
  const origin = { $setField: { field: 'origin', input: '$$next', value: '$origin' } };
  const replaced = { $cond: [{ $eq: [{ $type: '$origin' }, 'missing'] }, '$$next', origin] };
  const guarded = { $cond: [{ $eq: ['$rev', next.rev - 1] }, replaced, '$$ROOT'] };
  return [{ $replaceWith: { $let: { vars: { next: { $literal: toDocument(next) } }, in: guarded } } }];
}

/** The steps up to the last changed one, then the others as they are. */
function changeSteps(changes: TaskChanges['steps'] = []): object {
  if (changes.length === 0) return {};
  const byIndex = new Map(changes.map(({ index, set }) => [index, set]));
  const count = Math.max(...byIndex.keys()) + 1;
  const first = Array.from({ length: count }, (_, index) => {
    const stored = { $arrayElemAt: ['$steps', index] };
    const set = byIndex.get(index);
    return set ? { $mergeObjects: [stored, { $literal: set }] } : stored;
  });
  return { steps: { $concatArrays: [first, { $slice: ['$steps', count, limits.stepsMax] }] } };
}

function appendEvents(events: TaskChanges['events'] = []): object {
  return events.length === 0 ? {} : { events: { $concatArrays: ['$events', { $literal: events }] } };
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
