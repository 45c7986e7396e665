import type { DurableEventType } from '@medley/contracts';
import { callDatabase } from './call-database';
import type { TaskCollection } from './task-model';

/** An event of a task of an account; `task.created` has the sequence number 0. */
export interface AccountEvent {
  task_id: string;
  seq: number;
  type: DurableEventType | 'task.created';
  at: Date;
  step_id: string | null;
  attempt: number | null;
}

/** Events are ordered by time, then task, then sequence number. */
export type AccountEventPosition = Pick<AccountEvent, 'at' | 'task_id' | 'seq'>;

export interface AccountEventQuery {
  account_id: string;
  /** Exclusive. */
  after: AccountEventPosition;
  until: Date;
  types: readonly AccountEvent['type'][];
  limit: number;
}

/** The clocks of two processes may differ by this much: `updated_at` is stamped later than an event, by one of them. */
const SKEW_MS = 2_000;

/** The first events of all tasks of an account after a position. */
export function findAccountEvents(
  tasks: TaskCollection,
  { account_id, after, until, types, limit }: AccountEventQuery,
): Promise<AccountEvent[]> {
  const { at, task_id, seq } = after;
  const created = { seq: 0, type: 'task.created', at: '$created_at', step_id: null, attempt: null };
  const inRange = {
    $and: [
      { $gte: ['$$event.at', at] },
      { $lte: ['$$event.at', until] },
      { $in: ['$$event.type', [...types]] },
    ],
  };
  const stages = [
    { $match: { account_id, updated_at: { $gte: new Date(at.getTime() - SKEW_MS) } } },
    {
      $project: {
        event: {
          $filter: { input: { $concatArrays: [[created], '$events'] }, as: 'event', cond: inRange },
        },
      },
    },
    { $unwind: '$event' },
    {
      $match: {
        $or: [
          { 'event.at': { $gt: at } },
          { _id: { $gt: task_id } },
          { _id: task_id, 'event.seq': { $gt: seq } },
        ],
      },
    },
    { $sort: { 'event.at': 1, _id: 1, 'event.seq': 1 } },
    { $limit: limit },
    { $replaceRoot: { newRoot: { $mergeObjects: ['$event', { task_id: '$_id' }] } } },
  ];
  return callDatabase(() => tasks.aggregate<AccountEvent>(stages).toArray());
}
