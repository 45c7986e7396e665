import type { mongo } from 'mongoose';
import { callDatabase } from './call-database';
import type { LedgerDocument } from './ledger-model';
import type { MoneyCollections } from './ledger-relay';
import { openingId } from './movement';
import { USAGE_STATE, type UsageStateDocument } from './usage-model';
import { DAY_MS, startOf } from './utc-days';

interface FoldDependencies {
  collections: MoneyCollections;
  usageState: mongo.Collection<UsageStateDocument>;
  failPoint(after: string): Promise<void> | void;
}

/** Accounts looked at by one call. */
const PAGE = 100;
/** Entries folded by one write, and writes of one call. */
const SLICE = 5_000;
const SLICES_MAX = 10;

/**
 * Create a function that folds entries older than `before` of the next page of accounts into their opening balances, and
 * returns the number of entries folded; it starts over after the last account.
 *
 * The sum of an account's entries stays what it was, without transactions: ONE write adds a slice of time to the opening
 * entry and records its end (`through`), then the slice is deleted. Of entries before `through` a reader therefore sees
 * none, and what a crash has left of them is deleted before the next slice is summed. The write requires the `through` that
 * was read before the sum, so of two processes one folds. Nothing is added to a slice later: a movement is as old as its
 * write, and one that still waits in the outbox, or whose task is not settled, holds the account up, as does usage that is
 * not summed by day yet. The same keeps settlements exactly-once: their ids are looked up in the ledger only while their
 * task is not settled.
 */
export function createLedgerFolder(dependencies: FoldDependencies): (before: Date) => Promise<number> {
  const { accounts } = dependencies.collections;
  let after = '';
  return async (before) => {
    const limit = await endOfSummedUsage(dependencies, before);
    if (limit === null) return 0;
    const page = await callDatabase(() =>
      accounts
        .find({ _id: { $gt: after } }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(PAGE)
        .toArray(),
    );
    let folded = 0;
    let slicesLeft = SLICES_MAX;
    for (const { _id } of page) {
      for (let count = await foldSlice(dependencies, _id, limit); count > 0;) {
        folded += count;
        slicesLeft -= 1;
        // The next call goes on with this account.
        if (slicesLeft === 0) return folded;
        count = await foldSlice(dependencies, _id, limit);
      }
      after = _id;
    }
    if (page.length < PAGE) after = '';
    return folded;
  };
}

/** Days that are not summed yet are read from the ledger. */
async function endOfSummedUsage({ usageState }: FoldDependencies, before: Date): Promise<Date | null> {
  const state = await callDatabase(() => usageState.findOne({ _id: USAGE_STATE }));
  if (!state) return null;
  const end = new Date(startOf(state.through).getTime() + DAY_MS);
  return end < before ? end : before;
}

/** Fold the oldest entries of an account; returns their number. */
async function foldSlice(dependencies: FoldDependencies, accountId: string, limit: Date): Promise<number> {
  const { collections, failPoint } = dependencies;
  const { ledger } = collections;
  const _id = openingId(accountId);
  const opening = await callDatabase(() => ledger.findOne({ _id }, { projection: { through: 1 } }));
  if (!opening) return 0;
  const { through = null } = opening;
  const others = { account_id: accountId, _id: { $ne: _id } };
  if (through) await callDatabase(() => ledger.deleteMany({ ...others, at: { $lt: through } }));
  const end = await findEnd(ledger, others, limit);
  if (end === null || (await isHeldUp(collections, accountId, end))) return 0;

  const slice = { ...others, at: { $lt: end } };
  const { count, ...sums } = await sumOfEntries(ledger, slice);
  const result = await callDatabase(() =>
    ledger.updateOne(
      // `null` also matches an opening that nothing was folded into.
      { _id, through },
      { $inc: sums, $set: { through: end, at: new Date(end.getTime() - 1) } },
    ),
  );
  if (result.matchedCount === 0) return 0;
  await failPoint('ledger fold');
  await callDatabase(() => ledger.deleteMany(slice));
  return count;
}

/** Without it the server compares plans, by an engine that the embedded build does not have. */
const BY_TIME = { account_id: 1, at: -1, _id: -1 } as const;

type Entries = mongo.Filter<LedgerDocument>;

/** Where a slice of about `SLICE` entries ends, at most at `limit`; entries of one moment are never parted. Null: no entry. */
async function findEnd(
  ledger: MoneyCollections['ledger'],
  others: Entries,
  limit: Date,
): Promise<Date | null> {
  const first = (filter: Entries, skip = 0): Promise<LedgerDocument | null> =>
    callDatabase(() =>
      ledger.findOne({ ...others, ...filter }, { sort: { at: 1, _id: 1 }, skip, hint: BY_TIME }),
    );
  const oldest = await first({ at: { $lt: limit } });
  if (!oldest) return null;
  const next = await first({ at: { $lt: limit } }, SLICE);
  if (!next) return limit;
  if (next.at > oldest.at) return next.at;
  return (await first({ at: { $gt: oldest.at, $lt: limit } }))?.at ?? limit;
}

/** Whether a movement from before `end` is not in the ledger yet, or a task from before may still be settled. */
async function isHeldUp(
  { accounts, tasks }: MoneyCollections,
  accountId: string,
  end: Date,
): Promise<boolean> {
  const projection = { _id: 1 };
  const waiting = { _id: accountId, movements: { $elemMatch: { at: { $lt: end } } } };
  if (await callDatabase(() => accounts.findOne(waiting, { projection }))) return true;
  const unsettled = { account_id: accountId, 'cost.settled': false, created_at: { $lt: end } };
  return (await callDatabase(() => tasks.findOne(unsettled, { projection }))) !== null;
}

type Sums = Record<'count' | 'balance' | 'reserved' | 'charged', number>;

async function sumOfEntries(ledger: MoneyCollections['ledger'], slice: Entries): Promise<Sums> {
  const sums = {
    balance: { $sum: '$balance' },
    reserved: { $sum: '$reserved' },
    charged: { $sum: '$charged' },
  };
  const group = { _id: null, count: { $sum: 1 }, ...sums };
  const cursor = ledger.aggregate<Sums>([{ $match: slice }, { $group: group }, { $project: { _id: 0 } }]);
  const [found] = await callDatabase(() => cursor.toArray());
  return found ?? { count: 0, balance: 0, reserved: 0, charged: 0 };
}
