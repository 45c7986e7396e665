import type { Movement } from './account-model';
import { callDatabase } from './call-database';
import { findMovements, type KnownMovements } from './known-movements';
import type { MoneyDependencies } from './money-dependencies';
import { extensionId, extensionMovement, settleId, sumOf } from './movement';
import { retryConflicts } from './retry-conflicts';
import type { Extension } from './stores';

/**
 * Extend the reservations of tasks of one account, each extension once. Like a settlement, the write requires and raises
 * `settle_rev` and has its own id. By the proof above `createMoneyRepository` an extension is therefore never made twice, and
 * never after the task's settlement.
 */
export async function extendReservations(
  dependencies: MoneyDependencies,
  accountId: string,
  items: readonly Extension[],
): Promise<PromiseSettledResult<boolean>[]> {
  const ids = items.flatMap(({ task_id, index }) => [extensionId(task_id, index), settleId(task_id)]);
  const granted = await retryConflicts(async () => {
    const known = await findMovements(dependencies.collections, accountId, ids);
    if (!known) return new Set<string>();
    const movements = chooseAffordable(items, known, dependencies.clock.now());
    await dependencies.failPoint('extension decided');
    if (movements.length > 0 && !(await write(dependencies, accountId, { known, movements }))) return null;
    return new Set([...known.reserved.keys(), ...movements.map(({ id }) => id)]);
  });
  await dependencies.failPoint('extension');
  return items.map(({ task_id, index }) => ({
    status: 'fulfilled',
    value: granted.has(extensionId(task_id, index)),
  }));
}

/** Choose, in order, the extensions that are new, affordable and whose task is not settled. */
function chooseAffordable(items: readonly Extension[], known: KnownMovements, at: Date): Movement[] {
  const chosen = new Map<string, Movement>();
  let left = known.balance;
  for (const item of items) {
    const id = extensionId(item.task_id, item.index);
    if (known.reserved.has(id) || known.reserved.has(settleId(item.task_id)) || chosen.has(id)) continue;
    if (item.units > left) continue;
    left -= item.units;
    chosen.set(id, extensionMovement(item, at));
  }
  return [...chosen.values()];
}

async function write(
  { collections, relay }: MoneyDependencies,
  accountId: string,
  { known, movements }: { known: KnownMovements; movements: readonly Movement[] },
): Promise<boolean> {
  const sum = sumOf(movements);
  const result = await callDatabase(() =>
    collections.accounts.updateOne(
      { _id: accountId, settle_rev: known.settle_rev, balance: { $gte: sum.reserved } },
      { $inc: { ...sum, settle_rev: 1 }, $push: { movements: { $each: [...movements] } } },
    ),
  );
  if (result.matchedCount === 1) relay.schedule(accountId);
  return result.matchedCount === 1;
}
