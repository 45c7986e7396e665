import type { mongo } from 'mongoose';
import type { AccountCollection } from './account-model';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import type { ErasureCounts, ErasureStore } from './erasure-store';
import type { IdempotencyDocument } from './idempotency-model';
import type { KeyDocument } from './key-model';
import type { LedgerCollection } from './ledger-model';
import type { PipelineDocument } from './pipeline-model';
import type { RateLimitDocument } from './rate-limit-model';
import type { TaskCollection } from './task-model';
import type { UsageDayDocument } from './usage-model';

export interface ErasureCollections {
  accounts: AccountCollection;
  ledger: LedgerCollection;
  tasks: TaskCollection;
  keys: mongo.Collection<KeyDocument>;
  pipelines: mongo.Collection<PipelineDocument>;
  idempotency: mongo.Collection<IdempotencyDocument>;
  rateLimits: mongo.Collection<RateLimitDocument>;
  usageDays: mongo.Collection<UsageDayDocument>;
}

/** Documents deleted or changed by one call. */
const PAGE = 500;

export function createErasureRepository(collections: ErasureCollections, clock: DatabaseClock): ErasureStore {
  const { accounts, tasks } = collections;
  return {
    async begin(accountId) {
      const erasing_at = clock.now();
      const result = await callDatabase(() =>
        accounts.updateOne({ _id: accountId }, { $set: { erasing_at } }),
      );
      return result.matchedCount === 1;
    },

    async cancelPending(accountId) {
      const now = clock.now();
      const filter = { account_id: accountId, status: 'pending' as const, delete_requested_at: null };
      const ids = await findIds(tasks, filter);
      if (ids.length === 0) return 0;
      const set = { delete_requested_at: now, wake_at: now, updated_at: now };
      const result = await callDatabase(() =>
        tasks.updateMany({ ...filter, _id: { $in: ids } }, { $set: set, $inc: { rev: 1 } }),
      );
      return result.modifiedCount;
    },

    taskIds: (accountId) => findIds(tasks, { account_id: accountId }),

    async removeTasks(ids) {
      const result = await callDatabase(() => tasks.deleteMany({ _id: { $in: [...ids] } }));
      return result.deletedCount;
    },

    removeAccount: (accountId) => removeAccount(collections, accountId),
  };
}

async function removeAccount(collections: ErasureCollections, accountId: string): Promise<ErasureCounts> {
  const own = { account_id: accountId };
  const keys = await removeAll(collections.keys, own);
  const templates = await removeAll(collections.pipelines, own);
  // Ids are `<account id>/<key>`; `0` is the character after `/`.
  const byPrefix = { _id: { $gte: `${accountId}/`, $lt: `${accountId}0` } };
  const idempotency_keys = await removeAll(collections.idempotency, byPrefix);
  const rate_limits = await removeAll(collections.rateLimits, { _id: `account:${accountId}` });
  const accounts = await removeAll(collections.accounts, { _id: accountId });
  await removeAll(collections.usageDays, byPrefix);
  const ledger_entries = await removeAll(collections.ledger, own);
  return { keys, templates, idempotency_keys, rate_limits, ledger_entries, accounts };
}

async function removeAll<D extends { _id: string }>(
  collection: mongo.Collection<D>,
  filter: mongo.Filter<D>,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = await findIds(collection, filter);
    if (ids.length === 0) return removed;
    const some = { _id: { $in: ids } } as mongo.Filter<D>;
    removed += (await callDatabase(() => collection.deleteMany(some))).deletedCount;
  }
}

async function findIds<D extends { _id: string }>(
  collection: mongo.Collection<D>,
  filter: mongo.Filter<D>,
): Promise<string[]> {
  const find = collection.find<{ _id: string }>(filter, { projection: { _id: 1 } });
  return (await callDatabase(() => find.limit(PAGE).toArray())).map(({ _id }) => _id);
}
