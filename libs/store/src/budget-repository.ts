import type { BudgetPeriod, KeyBudget } from '@medley/contracts';
import type { AccountCollection } from './account-model';
import type { BudgetStore } from './budget-store';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import { budgetPeriods, periodAt, spentPath, toKeyBudget, type Budgets } from './key-budget';
import type { LedgerRelay, MoneyCollections } from './ledger-relay';
import { settleId } from './movement';
import { retryConflicts } from './retry-conflicts';
import { startOf } from './utc-days';

interface BudgetDependencies {
  collections: MoneyCollections;
  relay: LedgerRelay;
  clock: DatabaseClock;
}

type Spent = Record<string, number>;

/**
 * Budgets of keys. They are a part of the account, so that a reservation takes from the balance and from the budget in one
 * write, and a settlement corrects both.
 */
export function createBudgetRepository(dependencies: BudgetDependencies): BudgetStore {
  const { collections, clock } = dependencies;
  const { accounts } = collections;
  return {
    async set(accountId, keyId, budget) {
      if (budget === null) await removeBudget(accounts, accountId, keyId);
      else await setBudget(dependencies, { accountId, keyId }, budget);
    },

    async list(accountId) {
      const now = clock.now();
      const { budgets } = (await findBudgets(accounts, accountId)) ?? {};
      const entries = Object.entries(budgets ?? {});
      return new Map(
        entries.map(([keyId, budget]): [string, KeyBudget] => [keyId, toKeyBudget(budget, now)]),
      );
    },
  };
}

/**
 * A new budget begins with what the key has spent in the current periods. Settlements raise `settle_rev`, reservations change
 * `reserved`: the write requires both as they were before the sum. Only a task that is between its reservation and its insert
 * at that moment is missed.
 */
async function setBudget(
  { collections, relay, clock }: BudgetDependencies,
  { accountId, keyId }: { accountId: string; keyId: string },
  { limit, period }: Pick<KeyBudget, 'limit' | 'period'>,
): Promise<void> {
  await retryConflicts(async () => {
    const account = await findBudgets(collections.accounts, accountId);
    if (!account) return true;
    const { settle_rev, reserved, budgets } = account;
    const known = budgets?.[keyId];
    await relay.drain([accountId]);
    const spent = known?.spent ?? (await sumSpent(collections, { accountId, keyId }, clock.now()));
    const same = {
      _id: accountId,
      settle_rev,
      reserved,
      [`budgets.${keyId}`]: { $exists: known !== undefined },
    };
    const $set = known
      ? { [`budgets.${keyId}.limit`]: limit, [`budgets.${keyId}.period`]: period }
      : { [`budgets.${keyId}`]: { limit, period, spent } };
    const result = await callDatabase(() =>
      collections.accounts.updateOne(same, { $set, $inc: { settle_rev: 1 } }),
    );
    return result.matchedCount === 1 ? true : null;
  });
}

async function removeBudget(accounts: AccountCollection, accountId: string, keyId: string): Promise<void> {
  await callDatabase(() =>
    accounts.updateOne({ _id: accountId }, { $unset: { [`budgets.${keyId}`]: '' }, $inc: { settle_rev: 1 } }),
  );
  // Accounts without budgets have no such field, which is what reservations try first.
  await callDatabase(() => accounts.updateOne({ _id: accountId, budgets: {} }, { $unset: { budgets: '' } }));
}

interface FoundBudgets {
  settle_rev: number;
  reserved: number;
  budgets?: Budgets;
}

function findBudgets(accounts: AccountCollection, accountId: string): Promise<FoundBudgets | null> {
  const projection = { settle_rev: 1, reserved: 1, budgets: 1 };
  return callDatabase(() => accounts.findOne<FoundBudgets>({ _id: accountId }, { projection }));
}

interface Spending {
  at: Date;
  units: number;
}

/** What the ledger says was charged since the month began, and what unsettled tasks of the month have reserved. */
async function sumSpent(
  collections: MoneyCollections,
  key: { accountId: string; keyId: string },
  now: Date,
): Promise<Spent> {
  const since = { $gte: startOf(`${periodAt('month', now)}-01`) };
  const all = [
    ...(await findCharged(collections, key, since)),
    ...(await findReserved(collections, key, since)),
  ];
  const spentIn = (period: BudgetPeriod): number =>
    all
      .filter(({ at }) => periodAt(period, at) === periodAt(period, now))
      .reduce((total, { units }) => total + units, 0);
  return Object.fromEntries(budgetPeriods.map((period) => [periodAt(period, now), spentIn(period)]));
}

async function findCharged(
  { ledger }: MoneyCollections,
  { accountId, keyId }: { accountId: string; keyId: string },
  since: { $gte: Date },
): Promise<Spending[]> {
  const day = { $dateTrunc: { date: '$at', unit: 'day' } } as const;
  const rows = await callDatabase(() =>
    ledger
      .aggregate<{ _id: Date; units: number }>([
        { $match: { account_id: accountId, at: since, kind: 'settle', key_id: keyId } },
        { $group: { _id: day, units: { $sum: '$charged' } } },
      ])
      .toArray(),
  );
  return rows.map(({ _id, units }) => ({ at: _id, units }));
}

/** Extensions count when they are charged. A task whose settlement is written may not be marked yet. */
async function findReserved(
  { ledger, tasks }: MoneyCollections,
  { accountId, keyId }: { accountId: string; keyId: string },
  since: { $gte: Date },
): Promise<Spending[]> {
  const filter = { account_id: accountId, key_id: keyId, 'cost.settled': false, created_at: since };
  const projection = { created_at: 1, 'cost.reserved': 1, 'cost.extensions': 1 };
  const found = await callDatabase(() => tasks.find(filter, { projection }).toArray());
  const ids = found.map(({ _id }) => settleId(_id));
  const ended = await callDatabase(() =>
    ledger.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray(),
  );
  const settled = new Set(ended.map(({ _id }) => _id));
  return found
    .filter(({ _id }) => !settled.has(settleId(_id)))
    .map(({ created_at, cost }) => ({
      at: created_at,
      units: cost.extensions.reduce((left, units) => left - units, cost.reserved),
    }));
}

/** Remove the counters of past periods. */
export async function removePastPeriods(
  accounts: AccountCollection,
  accountId: string,
  now: Date,
): Promise<void> {
  const found = await findBudgets(accounts, accountId);
  const current = new Set(budgetPeriods.map((period) => periodAt(period, now)));
  // Tasks of the period before may still be settled.
  const dayBefore = new Date(now.getTime() - 86_400_000);
  for (const period of budgetPeriods) current.add(periodAt(period, dayBefore));
  const past = Object.entries(found?.budgets ?? {}).flatMap(([keyId, { spent }]) =>
    Object.keys(spent)
      .filter((period) => !current.has(period))
      .map((period) => spentPath(keyId, period)),
  );
  if (past.length === 0) return;
  const $unset = Object.fromEntries(past.map((path): [string, ''] => [path, '']));
  await callDatabase(() => accounts.updateOne({ _id: accountId }, { $unset }));
}
