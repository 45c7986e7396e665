import type { mongo } from 'mongoose';
import type { StorageHold } from './account-model';
import { callDatabase } from './call-database';
import type { MoneyCollections } from './ledger-relay';
import { retryConflicts } from './retry-conflicts';
import { storageLimits } from './storage-limits';
import type { StorageRequest, StorageStore } from './stores';
import type { UploadDocument } from './upload-model';

type Collections = Pick<MoneyCollections, 'accounts' | 'tasks'> & {
  uploads: mongo.Collection<UploadDocument>;
};

/**
 * Storage accounting. Storage for a result is reserved by one write on the account BEFORE the result is stored in its task, so
 * after a crash the counter may be too high but never too low. Only a recount lowers it, which runs before a request is refused.
 *
 * A recount first determines which holds are still open, then sums up tasks and uploads, then writes if no hold was added meanwhile. A
 * result stored in between is counted twice until the next recount, never omitted.
 */
export function createStorageRepository(collections: Collections): StorageStore {
  return {
    async hold(request) {
      if (await tryHold(collections, request)) return true;
      await recount(collections, request.account_id);
      return tryHold(collections, request);
    },
    recount: (accountId) => recount(collections, accountId),
  };
}

async function tryHold({ accounts }: Collections, request: StorageRequest): Promise<boolean> {
  const { account_id, limit, ...held } = request;
  const hold: StorageHold = { id: `${held.task_id}:${held.step_id}:${held.attempt}`, ...held };
  const heldAlready = { _id: account_id, 'storage_holds.id': hold.id };
  if (hold.bytes > limit) return false;
  const result = await callDatabase(() =>
    accounts.updateOne(
      {
        _id: account_id,
        // Not `$lte`, which does not match a missing counter.
        stored_bytes: { $not: { $gt: limit - hold.bytes } },
        'storage_holds.id': { $ne: hold.id },
        [`storage_holds.${storageLimits.holdsMax - 1}`]: { $exists: false },
      },
      { $inc: { stored_bytes: hold.bytes, storage_rev: 1 }, $push: { storage_holds: hold } },
    ),
  );
  if (result.matchedCount === 1) return true;
  return (await callDatabase(() => accounts.findOne(heldAlready, { projection: { _id: 1 } }))) !== null;
}

async function recount(collections: Collections, accountId: string): Promise<number> {
  const { accounts } = collections;
  const projection = { storage_rev: 1, storage_holds: 1 };
  return retryConflicts(async () => {
    const account = await callDatabase(() => accounts.findOne({ _id: accountId }, { projection }));
    if (!account) return 0;
    const holds = await findOpen(collections, account.storage_holds ?? []);
    const stored = (await sumOfTasks(collections, accountId)) + (await sumOfUploads(collections, accountId));
    const bytes = holds.reduce((sum, hold) => sum + hold.bytes, stored);
    const { storage_rev } = account;
    const result = await callDatabase(() =>
      accounts.updateOne(
        { _id: accountId, storage_rev: storage_rev ?? { $exists: false } },
        { $set: { stored_bytes: bytes, storage_holds: holds }, $inc: { storage_rev: 1 } },
      ),
    );
    return result.matchedCount === 1 ? bytes : null;
  });
}

/** Holds whose attempt is still open; the bytes of all others are included in `stored_bytes` of their tasks. */
async function findOpen({ tasks }: Collections, holds: readonly StorageHold[]): Promise<StorageHold[]> {
  if (holds.length === 0) return [];
  const ids = [...new Set(holds.map(({ task_id }) => task_id))];
  const projection = { status: 1, 'steps.id': 1, 'steps.attempt': 1, 'steps.status': 1 };
  const found = await callDatabase(() =>
    tasks.find({ _id: { $in: ids }, status: 'pending' }, { projection }).toArray(),
  );
  const steps = new Map(found.map((task) => [task._id, task.steps]));
  return holds.filter(({ task_id, step_id, attempt }) =>
    steps
      .get(task_id)
      ?.some(
        (step) =>
          step.id === step_id &&
          step.attempt === attempt &&
          (step.status === 'queued' || step.status === 'running'),
      ),
  );
}

async function sumOfTasks({ tasks }: Collections, accountId: string): Promise<number> {
  const rows = await callDatabase(() =>
    tasks
      .aggregate<{ bytes: number }>([
        { $match: { account_id: accountId, stored_bytes: { $gt: 0 } } },
        { $group: { _id: null, bytes: { $sum: '$stored_bytes' } } },
      ])
      .toArray(),
  );
  return rows[0]?.bytes ?? 0;
}

async function sumOfUploads({ uploads }: Collections, accountId: string): Promise<number> {
  const rows = await callDatabase(() =>
    uploads
      .aggregate<{ bytes: number }>([
        { $match: { account_id: accountId, bytes: { $gt: 0 } } },
        { $group: { _id: null, bytes: { $sum: '$bytes' } } },
      ])
      .toArray(),
  );
  return rows[0]?.bytes ?? 0;
}
