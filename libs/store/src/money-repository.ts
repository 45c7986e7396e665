import { settleBudgets } from './budget-write';
import { callDatabase } from './call-database';
import { extendReservations } from './extend-reservations';
import { KeyedGroupCommit } from './group-commit';
import { findMovements } from './known-movements';
import { markSettled } from './mark-settled';
import type { MoneyDependencies } from './money-dependencies';
import { extensionId, refundMovement, reserveId, settleId, settleMovement, sumOf } from './movement';
import { createReservations } from './reservations';
import { retryConflicts } from './retry-conflicts';
import { revokeSettlement } from './revoke-settlement';
import type { AccountStore, Extension, Settlement } from './stores';
import { ensureCounted } from './unfinished-count';

export type MoneyRepository = Pick<AccountStore, 'reserve' | 'release' | 'extend' | 'settle' | 'repair'>;

interface Reservation {
  taskId: string;
  units: number;
}

const GROUP_MAX = 200;
const REPAIR_ACCOUNTS = 500;

/**
 * Reservations, settlements and refunds. Each movement changes the totals of its account and is appended to the account's
 * outbox in ONE write, then {@link LedgerRelay} moves it to the ledger. So at any moment, also after a crash,
 * totals = sum of (ledger ∪ outbox), by id.
 *
 * Reservations, and refunds of tasks that were never stored, are decided by that one write alone. Settlements must be
 * exactly-once, however often and by however slow a process they are requested. Proof: let A and B both settle task X, and A
 * write first. Both writes have the id `X:settle`, require the `settle_rev` that was read before, and raise it. B's write
 * succeeded, so B read the account after A's write. B then searched X on the account and, AFTER that, in the ledger. If A's
 * movement was in the outbox when B read the account, B saw it there. Otherwise it had been drained: a movement is removed
 * only after its ledger entry was stored, so B saw it in the ledger. Either way B left X out. Refunds have the same id and
 * raise the same revision, so a task is never both refunded and settled. Extensions of a reservation do the same with their
 * own ids; a settlement includes all existing ones, and none is made after it.
 *
 * A task that has ended before it is stored is settled by the write that reserves for it, which no other process can know of.
 * Its movements stay in the outbox until the task is stored; if it never is, a refund follows them (`revokeSettlement`).
 *
 * The counter of unfinished tasks is changed in the same writes, so it is as exact as the money.
 */
export function createMoneyRepository(dependencies: MoneyDependencies): MoneyRepository {
  const settlements = new KeyedGroupCommit<Settlement, void>((accountId) => ({
    write: async (items) => {
      await settleMany(dependencies, accountId, items);
      await dependencies.failPoint('settlement');
      await markSettled(dependencies.collections.tasks, items);
      return items.map(() => ({ status: 'fulfilled', value: undefined }));
    },
    maxItems: GROUP_MAX,
    maxInFlight: 1,
  }));
  const extensions = new KeyedGroupCommit<Extension, boolean>((accountId) => ({
    write: (items) => extendReservations(dependencies, accountId, items),
    maxItems: GROUP_MAX,
    maxInFlight: 1,
  }));
  return {
    extend: (extension) => extensions.add(extension.account_id, extension),

    reserve: createReservations(dependencies),

    async release(accountId, taskId, units) {
      await refund(dependencies, accountId, { taskId, units });
    },

    async settle(batch) {
      await Promise.all(batch.map((settlement) => settlements.add(settlement.account_id, settlement)));
    },

    repair: (before) => repair(dependencies, before),
  };
}

/** Refund what was reserved or charged for a task that is not stored: what that was is still in the account's outbox. */
async function refund(
  dependencies: MoneyDependencies,
  accountId: string,
  reservation: Reservation,
): Promise<boolean> {
  const isRevoked = await revokeSettlement(dependencies, accountId, reservation.taskId);
  return isRevoked || refundOpen(dependencies, accountId, reservation);
}

/** Refund a reservation that was not ended. */
async function refundOpen(
  dependencies: MoneyDependencies,
  accountId: string,
  { taskId, units }: Reservation,
): Promise<boolean> {
  const { collections, relay, clock, failPoint } = dependencies;
  const movement = refundMovement(taskId, units, clock.now());
  const back = await findBudgetShare(dependencies, accountId, { taskId, units });
  const result = await callDatabase(() =>
    collections.accounts.updateOne(
      {
        _id: accountId,
        movements: { $elemMatch: { id: reserveId(taskId), reserved: units } },
        'movements.id': { $ne: settleId(taskId) },
        unfinished: { $exists: true },
      },
      {
        $inc: { ...sumOf([movement]), ...back, settle_rev: 1, unfinished: -1 },
        $push: { movements: movement },
      },
    ),
  );
  if (result.matchedCount === 0) {
    return (
      (await ensureCounted(collections, accountId)) && refundOpen(dependencies, accountId, { taskId, units })
    );
  }
  relay.schedule(accountId);
  await failPoint('refund');
  return true;
}

/** What the refund of a reservation gives back to the budget of its key. */
async function findBudgetShare(
  { collections }: MoneyDependencies,
  accountId: string,
  { taskId, units }: Reservation,
): Promise<Record<string, number>> {
  const id = reserveId(taskId);
  const account = await callDatabase(() =>
    collections.accounts.findOne(
      { _id: accountId, budgets: { $exists: true }, 'movements.id': id },
      { projection: { budgets: 1, movements: 1 } },
    ),
  );
  const movement = account?.movements.find((one) => one.id === id);
  if (!account || !movement) return {};
  const { key_id = null, at } = movement;
  return settleBudgets([{ key_id, created_at: at, reserved: units, charged: 0 }], account.budgets);
}

async function settleMany(
  dependencies: MoneyDependencies,
  accountId: string,
  items: readonly Settlement[],
): Promise<void> {
  const { collections, relay, clock } = dependencies;
  const byTask = new Map(items.map((item) => [item.task_id, item]));
  const ids = [...byTask.values()].flatMap((item) => [settleId(item.task_id), ...extensionIds(item)]);
  await retryConflicts(async () => {
    const known = await findMovements(collections, accountId, ids);
    if (!known) return true;
    if (known.unfinished === null) {
      await ensureCounted(collections, accountId);
      return null;
    }
    const at = clock.now();
    const extended = (item: Settlement): number =>
      extensionIds(item).reduce((sum, id) => sum + (known.reserved.get(id) ?? 0), 0);
    const open = [...byTask.values()].filter(({ task_id }) => !known.reserved.has(settleId(task_id)));
    const movements = open.map((item) => settleMovement(item, extended(item), at));
    if (movements.length === 0) return true;

    await dependencies.failPoint('settlement decided');
    const result = await callDatabase(() =>
      collections.accounts.updateOne(
        { _id: accountId, settle_rev: known.settle_rev },
        {
          $inc: {
            ...sumOf(movements),
            ...settleBudgets(open, known.budgets),
            settle_rev: 1,
            unfinished: -movements.length,
          },
          $push: { movements: { $each: movements } },
        },
      ),
    );
    if (result.matchedCount === 0) return null;
    relay.schedule(accountId, movements.length);
    return true;
  });
}

function extensionIds({ task_id, extensions }: Settlement): string[] {
  return Array.from({ length: extensions }, (_, index) => extensionId(task_id, index + 1));
}

async function repair(dependencies: MoneyDependencies, before: Date): Promise<number> {
  const { accounts } = dependencies.collections;
  const left = await callDatabase(() =>
    accounts
      .find({ 'movements.at': { $lt: before } }, { projection: { _id: 1 } })
      .limit(REPAIR_ACCOUNTS)
      .toArray(),
  );
  if (left.length === 0) return 0;
  const ids = left.map(({ _id }) => _id);
  let refunded = 0;
  for (const [accountId, movements] of await dependencies.relay.drain(ids)) {
    for (const { kind, task_id, reserved, at } of movements) {
      if (kind !== 'reserve' || task_id === null || at >= before) continue;
      if (await refund(dependencies, accountId, { taskId: task_id, units: reserved })) refunded += 1;
    }
  }
  if (refunded > 0) await dependencies.relay.drain(ids);
  return refunded;
}
