import type { mongo } from 'mongoose';
import type { AccountDocument } from './account-model';
import { callDatabase } from './call-database';
import type { MoneyCollections } from './ledger-relay';
import { settleId } from './movement';
import type { TaskDocument } from './task-model';

type Counted = Pick<AccountDocument, '_id' | 'unfinished' | 'settle_rev' | 'movements'>;

const fields = {
  unfinished: 1,
  settle_rev: 1,
  'movements.id': 1,
  'movements.kind': 1,
  'movements.task_id': 1,
};
const TRIES = 20;
const PAGE = 1_000;

/**
 * Recompute `unfinished` of an account from its tasks; true when it was corrected. An account of an older version has no
 * counter: reservations and settlements require that this has run.
 *
 * A task counts from its reservation to its settlement or refund. Both are one write on the account: the first raises
 * `unfinished`, the second raises `settle_rev`. While both are unchanged, no task began or ceased to count, so the count is
 * exact. Tasks with a movement in the account's outbox are counted by it, all others by `cost.settled` and, where a crash or
 * a race delayed that flag, by the ledger.
 */
export async function recountUnfinished(collections: MoneyCollections, accountId: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const account = await callDatabase(() =>
      collections.accounts.findOne<Counted>({ _id: accountId }, { projection: fields }),
    );
    if (!account) return false;
    const actual = await countTrue(collections, account);
    if (actual === account.unfinished) return false;
    const { settle_rev, unfinished = null } = account;
    const result = await callDatabase(() =>
      // `null` also matches a missing counter.
      collections.accounts.updateOne(
        { _id: accountId, settle_rev, unfinished },
        { $set: { unfinished: actual } },
      ),
    );
    if (result.matchedCount === 1) return true;
  }
  return false;
}

/** Create the counter of an account that has none; true when it had none. */
export async function ensureCounted(collections: MoneyCollections, accountId: string): Promise<boolean> {
  const uncounted = await callDatabase(() =>
    collections.accounts.findOne({ _id: accountId, unfinished: null }, { projection: { _id: 1 } }),
  );
  return uncounted !== null && recountUnfinished(collections, accountId);
}

/** The cheap count suffices in most cases; only when it differs are the tasks looked up in the ledger. */
async function countTrue(
  collections: MoneyCollections,
  { _id, unfinished, movements }: Counted,
): Promise<number> {
  const inOutbox = [...new Set(movements.flatMap(({ task_id }) => task_id ?? []))];
  const ended = new Set(movements.map(({ id }) => id));
  const begun = new Set(movements.flatMap(({ kind, task_id }) => (kind === 'reserve' && task_id) || []));
  const byOutbox = [...begun].filter((taskId) => !ended.has(settleId(taskId))).length;
  const filter = { account_id: _id, 'cost.settled': false };
  const quick = await callDatabase(() =>
    collections.tasks.countDocuments({ ...filter, _id: { $nin: inOutbox } }),
  );
  if (byOutbox + quick === unfinished) return unfinished;

  let count = byOutbox;
  let after: string | undefined = '';
  while (after !== undefined) {
    const ids = await findUnsettled(collections, { ...filter, _id: { $nin: inOutbox, $gt: after } });
    const inLedger = { _id: { $in: ids.map(settleId) } };
    count += ids.length - (await callDatabase(() => collections.ledger.countDocuments(inLedger)));
    after = ids.length < PAGE ? undefined : ids.at(-1);
  }
  return count;
}

async function findUnsettled(
  { tasks }: MoneyCollections,
  filter: mongo.Filter<TaskDocument>,
): Promise<string[]> {
  const page = await callDatabase(() =>
    tasks
      .find(filter, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(PAGE)
      .toArray(),
  );
  return page.map(({ _id }) => _id);
}
