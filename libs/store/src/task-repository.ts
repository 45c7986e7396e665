import type { Task } from '@medley/contracts';
import { trusted, type mongo, type QueryFilter } from 'mongoose';
import { callDatabase } from './call-database';
import type { Mongo } from './connect-mongo';
import type { DatabaseClock } from './database-clock';
import type { TaskRevisions, TaskStore } from './stores';
import { readFields, toDocument, toTask, toUpdate, type ReadTask } from './task-document';
import { createTaskInserter } from './task-inserts';
import { EPOCH, type TaskDocument, type TaskModel } from './task-model';
import { createTaskMover } from './task-moves';

type Writes = Pick<TaskStore, 'insert' | 'move' | 'request'>;
type Reads = Omit<TaskStore & TaskRevisions, keyof Writes>;
type Wish = Parameters<TaskStore['request']>[1];

/** The `tasks` collection. */
export function createTaskRepository(
  database: Mongo,
  model: TaskModel,
  clock: DatabaseClock,
): TaskStore & TaskRevisions {
  return { ...createWrites(database, model, clock), ...createReads(model) };
}

function createWrites(database: Mongo, model: TaskModel, clock: DatabaseClock): Writes {
  const tasks = database.native(model);
  const insert = createTaskInserter(tasks);
  const move = createTaskMover(database, tasks);
  return {
    insert: (task) => insert(toDocument(task)),

    move: (id, rev, changes) => move({ id, rev, update: toUpdate(changes, clock.now()) }),

    async request(id, wish, now) {
      // The revision goes up too: a move decided without knowing the wish must fail and be decided again.
      const update = { $set: { ...wishFields(wish, now), updated_at: now }, $inc: { rev: 1 } };
      const result = await callDatabase(() => tasks.updateOne(wishFilter(id, wish), update));
      return result.matchedCount === 1;
    },
  };
}

function createReads(model: TaskModel): Reads {
  return {
    async find(id) {
      const document = await callDatabase(() =>
        model.findOne({ _id: id }, readFields).lean<ReadTask>().exec(),
      );
      return document && toTask(document);
    },

    async list(filter, { limit, offset }) {
      const newestFirst = model
        .find(filter, readFields)
        .sort({ created_at: -1, _id: -1 })
        .skip(offset)
        .limit(limit);
      const [documents, total] = await Promise.all([
        callDatabase(() => newestFirst.lean<ReadTask[]>().exec()),
        callDatabase(() => model.countDocuments(filter).exec()),
      ]);
      return { items: documents.map(toTask), total };
    },

    countUnfinished: (accountId, atMost) =>
      callDatabase(() =>
        model.countDocuments({ account_id: accountId, status: 'pending' }, { limit: atMost }).exec(),
      ),

    due: (now, limit) => findDue(model, { wake_at: trusted({ $gt: EPOCH, $lte: now }) }, limit),

    async dueDeliveries(now, lostBefore, { limit, exceptHosts = [] }) {
      const open = exceptHosts.length > 0 ? { receiver_host: trusted({ $nin: [...exceptHosts] }) } : {};
      const found = await Promise.all([
        findDue(model, { 'delivery.next_attempt_at': trusted({ $gt: EPOCH, $lte: now }), ...open }, limit),
        findDue(model, { attempt_open_since: trusted({ $gt: EPOCH, $lt: lostBefore }) }, limit),
      ]);
      return [...new Map(found.flat().map((task) => [task.id, task])).values()].slice(0, limit);
    },

    async revisions(ids) {
      const query = model.find({ _id: trusted({ $in: [...ids] }) }, { rev: 1 });
      const rows = await callDatabase(() => query.lean<{ _id: string; rev: number }[]>().exec());
      return new Map(rows.map((row) => [row._id, row.rev]));
    },
  };
}

function wishFilter(id: string, wish: Wish): mongo.Filter<TaskDocument> {
  return wish === 'redeliver' ? { _id: id, delivery: { $ne: null } } : { _id: id };
}

/** A redelivery is the dispatcher's affair: its due time is the delivery's, not the task's. */
function wishFields(wish: Wish, now: Date): Record<string, Date> {
  switch (wish) {
    case 'cancel':
      return { cancel_requested_at: now, wake_at: now };
    case 'delete':
      return { delete_requested_at: now, wake_at: now };
    case 'redeliver':
      return { 'delivery.manual_requested_at': now, 'delivery.next_attempt_at': now };
  }
}

/** Most overdue first, by the first field of `range`. A range above the epoch repeats the condition of the partial index, so that it is used. */
async function findDue(model: TaskModel, range: Record<string, object>, limit: number): Promise<Task[]> {
  const overdueFirst = Object.fromEntries(
    Object.keys(range)
      .slice(0, 1)
      .map((field) => [field, 1 as const]),
  );
  const query = model
    .find(range as QueryFilter<TaskDocument>, readFields)
    .sort(overdueFirst)
    .limit(limit);
  const documents = await callDatabase(() => query.lean<ReadTask[]>().exec());
  return documents.map(toTask);
}
