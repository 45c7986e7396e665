import type { mongo } from 'mongoose';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import type { TaskCollection } from './task-model';
import type { UploadDocument } from './upload-model';
import type { Upload, UploadStore } from './upload-store';

/** Time from the choice of an upload to the insert of its task, with a wide margin; until then it is not checked. */
const USE_MS = 2 * 60_000;
/** How often a used upload is checked for a task that still uses it. */
const RECHECK_MS = 60_000;

/** Repository of the `uploads` collection. */
export function createUploadRepository(
  uploads: mongo.Collection<UploadDocument>,
  tasks: TaskCollection,
  clock: DatabaseClock,
): UploadStore {
  return {
    async insert({ id, ...rest }) {
      await callDatabase(() => uploads.insertOne({ _id: id, ...rest }));
    },

    async find(id) {
      const document = await callDatabase(() => uploads.findOne({ _id: id }));
      return document && toUpload(document);
    },

    async advance(id, from, to) {
      const filter = { _id: id, state: 'receiving' as const, offset: from };
      const result = await callDatabase(() => uploads.updateOne(filter, { $set: { offset: to } }));
      return result.matchedCount === 1;
    },

    async complete(id, stored, expires_at) {
      const set = { ...stored, offset: stored.bytes, state: 'complete' as const, expires_at };
      const document = await callDatabase(() =>
        uploads.findOneAndUpdate(
          { _id: id, state: 'receiving' as const },
          { $set: set },
          { returnDocument: 'after' },
        ),
      );
      return document && toUpload(document);
    },

    async use(id, accountId) {
      const now = clock.now();
      const filter = { _id: id, account_id: accountId, state: 'complete' as const, ...aliveAt(now) };
      const set = { is_used: true, expires_at: later(now, USE_MS) };
      const result = await callDatabase(() => uploads.updateOne(filter, { $set: set }));
      return result.matchedCount === 1;
    },

    async beginDeletion(id, accountId) {
      const filter = { _id: id, account_id: accountId, state: { $ne: 'deleting' as const } };
      const set = { state: 'deleting' as const, expires_at: clock.now() };
      const result = await callDatabase(() => uploads.updateOne(filter, { $set: set }));
      return result.matchedCount === 1;
    },

    forget: (ids) => forget(uploads, ids),

    expire: (limit) => expire({ uploads, tasks, clock }, limit),

    async idsOf(accountId, limit) {
      const found = uploads.find({ account_id: accountId }, { projection: { _id: 1 } }).limit(limit);
      return (await callDatabase(() => found.toArray())).map(({ _id }) => _id);
    },
  };
}

async function forget(uploads: mongo.Collection<UploadDocument>, ids: readonly string[]): Promise<void> {
  await callDatabase(() => uploads.deleteMany({ _id: { $in: [...ids] } }));
}

/** A used upload is alive beyond its time, which only says when it is checked. */
function aliveAt(now: Date): mongo.Filter<UploadDocument> {
  return { $or: [{ is_used: true }, { expires_at: { $gt: now } }] };
}

async function expire(
  {
    uploads,
    tasks,
    clock,
  }: { uploads: mongo.Collection<UploadDocument>; tasks: TaskCollection; clock: DatabaseClock },
  limit: number,
): Promise<{ expired: string[]; more: boolean }> {
  const now = clock.now();
  const due = await callDatabase(() =>
    uploads
      .find({ expires_at: { $lte: now } }, { projection: { expires_at: 1 } })
      .sort({ expires_at: 1 })
      .limit(limit)
      .toArray(),
  );
  const expired: string[] = [];
  for (const { _id, expires_at } of due) {
    // A task that is created meanwhile changes the time, so that neither of these applies.
    const unchanged = { _id, expires_at };
    const user = await callDatabase(() =>
      tasks.findOne({ upload_id: _id, purged_at: null }, { projection: { _id: 1 } }),
    );
    if (user) {
      const set = { expires_at: later(now, RECHECK_MS) };
      await callDatabase(() => uploads.updateOne(unchanged, { $set: set }));
    } else {
      const set = { state: 'deleting' as const };
      const result = await callDatabase(() => uploads.updateOne(unchanged, { $set: set }));
      if (result.matchedCount === 1) expired.push(_id);
    }
  }
  return { expired, more: due.length === limit };
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

function toUpload({ _id, ...rest }: UploadDocument): Upload {
  return { id: _id, ...rest };
}
