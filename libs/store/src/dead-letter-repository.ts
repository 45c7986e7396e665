import { createHash, randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import { deadLetterLimits } from './dead-letter-limits';
import type { DeadLetterDocument } from './dead-letter-model';
import type { DeadLetterStore, NewLetter, StoredLetter } from './dead-letter-store';

type Letters = mongo.Collection<DeadLetterDocument>;

/** A retry that was taken by a process that then ended is taken again after this long. */
const TAKEN_MS = 60_000;

/** Repository of the `dead_letters` collection. */
export function createDeadLetterRepository(letters: Letters, clock: DatabaseClock): DeadLetterStore {
  return {
    async record(letter) {
      const at = clock.now();
      const update = {
        $set: { ...letter, last_at: at },
        $setOnInsert: { first_at: at, retry_at: null, retry_error: null, taken_until: null },
        $inc: { count: 1 },
      };
      await callDatabase(() => letters.updateOne({ _id: idOf(letter) }, update, { upsert: true }));
      await forgetOldest(letters);
    },

    async list(after, limit) {
      const older = after && {
        $or: [{ last_at: { $lt: after.last_at } }, { last_at: after.last_at, _id: { $lt: after.id } }],
      };
      const found = letters.find(older ?? {}).sort({ last_at: -1, _id: -1 });
      const rows = await callDatabase(() => found.limit(limit).toArray());
      return rows.map(toLetter);
    },

    count: () => callDatabase(() => letters.countDocuments({}, { limit: deadLetterLimits.lettersMax })),

    async requestRetry(which) {
      const meant = which === 'all' ? {} : { _id: which.id };
      const $set = { retry_at: clock.now(), retry_error: null, taken_until: null };
      const filter = { ...meant, task_id: { $ne: null }, retry_at: null };
      return (await callDatabase(() => letters.updateMany(filter, { $set }))).matchedCount;
    },

    takeRetry: () => takeRetry(letters, clock),

    async failRetry(id, reason) {
      const $set = { retry_at: null, retry_error: reason, taken_until: null };
      await callDatabase(() => letters.updateOne({ _id: id }, { $set }));
    },

    async drop(id) {
      return (await callDatabase(() => letters.deleteOne({ _id: id }))).deletedCount === 1;
    },

    async dropOfTask(taskId) {
      await callDatabase(() => letters.deleteMany({ task_id: taskId }));
    },
  };
}

async function takeRetry(letters: Letters, clock: DatabaseClock): Promise<StoredLetter | null> {
  const now = clock.now();
  const isFree = { $or: [{ taken_until: null }, { taken_until: { $lt: now } }] };
  const taken_until = new Date(now.getTime() + TAKEN_MS);
  const row = await callDatabase(() =>
    letters.findOneAndUpdate(
      { retry_at: { $gt: new Date(0) }, ...isFree },
      { $set: { taken_until } },
      { sort: { retry_at: 1 } },
    ),
  );
  return row && toLetter(row);
}

/** Messages of a name about one step, or about one task, are one letter. */
function idOf({ message, task_id, step_id }: NewLetter): string {
  if (task_id === null) return randomUUID();
  const hash = createHash('sha256').update(JSON.stringify([message, task_id, step_id]));
  return hash.digest('hex').slice(0, 32);
}

/** So that a flood of invalid messages does not fill the database. */
async function forgetOldest(letters: Letters): Promise<void> {
  const find = letters.find({}, { projection: { _id: 1 } }).sort({ last_at: -1, _id: -1 });
  const beyond = find.skip(deadLetterLimits.lettersMax).limit(deadLetterLimits.lettersMax);
  const ids = (await callDatabase(() => beyond.toArray())).map(({ _id }) => _id);
  if (ids.length > 0) await callDatabase(() => letters.deleteMany({ _id: { $in: ids } }));
}

function toLetter({
  _id,
  reason,
  queue,
  message,
  task_id,
  step_id,
  ...rest
}: DeadLetterDocument): StoredLetter {
  const { count, first_at, last_at, retry_at, retry_error } = rest;
  const facts = { reason, queue, message, task_id, step_id };
  return { id: _id, ...facts, count, first_at, last_at, retry_at, retry_error };
}
