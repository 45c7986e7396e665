import { limits, type Task } from '@medley/contracts';
import type { mongo } from 'mongoose';
import { findAccountEvents } from './account-events';
import { callDatabase } from './call-database';
import type { Mongo } from './connect-mongo';
import type { DatabaseClock } from './database-clock';
import { findDueDeliveries } from './due-deliveries';
import { findDue } from './due-tasks';
import type { BatchTask, TaskRevisions, TaskStore } from './stores';
import { GroupCommit, KeyedGroupCommit } from './group-commit';
import { findRetries } from './task-retries';
import { listTasks, readOutputs } from './task-listing';
import { findById } from './find-by-id';
import { readFields, toDocument, toTask, toWrite, type ReadTask } from './task-document';
import { createTaskInserter } from './task-inserts';
import { EPOCH } from './task-indexes';
import type { TaskCollection, TaskDocument, TaskModel } from './task-model';
import { createTaskUpdater } from './task-updates';

type Writes = Pick<TaskStore, 'insert' | 'update' | 'request' | 'removeEnded'>;
type Reads = Omit<TaskStore & TaskRevisions, keyof Writes>;
type ClientRequest = Parameters<TaskStore['request']>[1];

const FIND_GROUP_MAX = 50;
const FINDS_IN_FLIGHT = 4;

/** Repository of the `tasks` collection. */
export function createTaskRepository(
  database: Mongo,
  model: TaskModel,
  clock: DatabaseClock,
): TaskStore & TaskRevisions {
  const tasks = database.native(model);
  return { ...createWrites(tasks, clock), ...createReads(tasks) };
}

function createWrites(tasks: TaskCollection, clock: DatabaseClock): Writes {
  const insert = createTaskInserter(tasks);
  const update = createTaskUpdater(tasks);
  return {
    insert: (task, origin) => insert({ ...toDocument(task), ...(origin !== undefined && { origin }) }),

    update: (id, rev, changes) =>
      update({ id, accountId: changes.accountId, write: toWrite(changes, rev, clock.now()) }),

    async request(id, request, now) {
      // `rev` is raised too, so that a decision made without the request fails and is made again.
      const update = { $set: { ...requestFields(request, now), updated_at: now }, $inc: { rev: 1 } };
      const result = await callDatabase(() => tasks.updateOne(requestFilter(id, request), update));
      return result.matchedCount === 1;
    },

    removeEnded: (before, limit) => removeEnded(tasks, before, limit),
  };
}

function createReads(tasks: TaskCollection): Reads {
  const finder = new GroupCommit<string, Task | null>({
    write: (ids) => findMany(tasks, ids),
    maxItems: FIND_GROUP_MAX,
    maxInFlight: FINDS_IN_FLIGHT,
  });
  const counter = new KeyedGroupCommit<number, number>((accountId) => ({
    write: (limits) => countTogether(tasks, accountId, limits),
    maxItems: Infinity,
    maxInFlight: 1,
  }));
  return {
    find: (id) => finder.add(id),

    async findByOrigin(origin) {
      const document = await callDatabase(() =>
        tasks.findOne<ReadTask>({ origin }, { projection: readFields }),
      );
      return document && toTask(document);
    },

    list: (filter, page) => listTasks(tasks, filter, page),

    outputs: (ids) => readOutputs(tasks, ids),

    ofBatch: (batchId) => findBatch(tasks, batchId),

    accountEvents: (query) => findAccountEvents(tasks, query),

    retriesOf: (id) => findRetries(tasks, id),

    countUnfinished: (accountId, atMost) => counter.add(accountId, atMost),

    due: (now, limit) => findDue(tasks, { wake_at: { $gt: EPOCH, $lte: now } }, limit),

    dueDeliveries: (now, page) => findDueDeliveries(tasks, now, page),

    async lostDeliveries(before, limit) {
      return (await findDue(tasks, { attempt_open_since: { $gt: EPOCH, $lt: before } }, limit)).tasks;
    },

    async revisions(ids) {
      const filter = { _id: { $in: [...ids] } };
      const rows = await callDatabase(() =>
        tasks.find<{ _id: string; rev: number }>(filter, { projection: { rev: 1 } }).toArray(),
      );
      return new Map(rows.map((row) => [row._id, row.rev]));
    },
  };
}

/** Concurrent finds share a query. */
async function findMany(
  tasks: TaskCollection,
  ids: readonly string[],
): Promise<PromiseSettledResult<Task | null>[]> {
  const found = await findById(tasks, ids);
  return ids.map((id) => ({ status: 'fulfilled', value: found.get(id) ?? null }));
}

/** Concurrent counts of an account share a query. */
async function countTogether(
  tasks: TaskCollection,
  accountId: string,
  limits: readonly number[],
): Promise<PromiseSettledResult<number>[]> {
  const filter = { account_id: accountId, status: 'pending' } as const;
  const limit = Math.max(1, ...limits);
  const count = await callDatabase(() => tasks.countDocuments(filter, { limit }));
  return limits.map((atMost) => ({ status: 'fulfilled', value: Math.min(count, atMost) }));
}

async function findBatch(tasks: TaskCollection, batchId: string): Promise<BatchTask[]> {
  const projection = { account_id: 1, status: 1, created_at: 1 };
  const found = tasks
    .find({ batch_id: batchId }, { projection })
    .sort({ created_at: -1, _id: -1 })
    .limit(limits.batchMax);
  const rows = await callDatabase(() => found.toArray());
  return rows.map(({ _id, account_id, status, created_at }) => ({ id: _id, account_id, status, created_at }));
}

/** Deletes only tasks that need no further work: purged, settled, and delivered or given up. */
async function removeEnded(tasks: TaskCollection, before: Date, limit: number): Promise<number> {
  const filter = {
    completed_at: { $gt: EPOCH, $lt: before },
    'cost.settled': true,
    purged_at: { $ne: null },
    wake_at: null,
    'delivery.next_attempt_at': null,
  };
  const ended = tasks
    .find(filter, { projection: { _id: 1 } })
    .sort({ completed_at: 1 })
    .limit(limit);
  const ids = (await callDatabase(() => ended.toArray())).map(({ _id }) => _id);
  if (ids.length === 0) return 0;
  const result = await callDatabase(() => tasks.deleteMany({ ...filter, _id: { $in: ids } }));
  return result.deletedCount;
}

function requestFilter(id: string, request: ClientRequest): mongo.Filter<TaskDocument> {
  return request === 'redeliver' ? { _id: id, delivery: { $ne: null } } : { _id: id };
}

/** A redelivery is handled by the dispatcher, so it sets the due time of the delivery, not of the task. */
function requestFields(request: ClientRequest, now: Date): Record<string, Date> {
  switch (request) {
    case 'cancel':
      return { cancel_requested_at: now, wake_at: now };
    case 'delete':
      return { delete_requested_at: now, wake_at: now };
    case 'redeliver':
      return { 'delivery.manual_requested_at': now, 'delivery.next_attempt_at': now };
  }
}
