import type { mongo } from 'mongoose';
import type { AccountDocument } from './account-model';
import { callDatabase } from './call-database';
import type { MoneyCollections } from './ledger-drain';
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
 * Make `unfinished` of an account what its tasks say; true when it was something else. An account of an older version
 * has no counter: nobody reserves for it or settles it before this has run.
 *
 * A task counts from its reservation to its settlement or refund. Both are one write on the account: the first raises
 * `unfinished`, the second raises `settle_rev`. While both are as they were read, no task began or ceased to count, so
 * what was counted in between is true. Tasks with a note on the account are judged by their notes, all others by
 * `cost.settled` and, where a crash or a race made that flag late, by the ledger.
 */
export async function recountUnfinished(collections: MoneyCollections, accountId: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const account = await callDatabase(() =>
      collections.accounts.findOne<Counted>({ _id: accountId }, { projection: fields }),
    );
    if (!account) return false;
    const truth = await countTrue(collections, account);
    if (truth === account.unfinished) return false;
    const { settle_rev, unfinished = null } = account;
    const result = await callDatabase(() =>
      // `null` also matches a counter that is not there.
      collections.accounts.updateOne(
        { _id: accountId, settle_rev, unfinished },
        { $set: { unfinished: truth } },
      ),
    );
    if (result.matchedCount === 1) return true;
  }
  return false;
}

/** Make the counter of an account that has none; true when there was none. */
export async function ensureCounted(collections: MoneyCollections, accountId: string): Promise<boolean> {
  const uncounted = await callDatabase(() =>
    collections.accounts.findOne({ _id: accountId, unfinished: null }, { projection: { _id: 1 } }),
  );
  return uncounted !== null && recountUnfinished(collections, accountId);
}

/** The cheap count decides in nearly every case; only where it differs each task is asked for in the ledger. */
async function countTrue(
  collections: MoneyCollections,
  { _id, unfinished, movements }: Counted,
): Promise<number> {
  const noted = [...new Set(movements.flatMap(({ task_id }) => task_id ?? []))];
  const ended = new Set(movements.map(({ id }) => id));
  const begun = new Set(movements.flatMap(({ kind, task_id }) => (kind === 'reserve' && task_id) || []));
  const byNotes = [...begun].filter((taskId) => !ended.has(settleId(taskId))).length;
  const filter = { account_id: _id, 'cost.settled': false };
  const quick = await callDatabase(() =>
    collections.tasks.countDocuments({ ...filter, _id: { $nin: noted } }),
  );
  if (byNotes + quick === unfinished) return unfinished;

  let count = byNotes;
  let after: string | undefined = '';
  while (after !== undefined) {
    const ids = await findUnsettled(collections, { ...filter, _id: { $nin: noted, $gt: after } });
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
