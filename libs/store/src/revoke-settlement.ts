import { settleBudgets } from './budget-write';
import { callDatabase } from './call-database';
import type { MoneyDependencies } from './money-dependencies';
import { revokeId, revokeMovement, settleId, sumOf } from './movement';

/**
 * Refund what was settled in the command that was to store the task, which is not stored: the settlement is in the account's
 * outbox. False when there is none.
 */
export async function revokeSettlement(
  { collections, clock, relay, failPoint }: MoneyDependencies,
  accountId: string,
  taskId: string,
): Promise<boolean> {
  const { accounts } = collections;
  const id = settleId(taskId);
  const filter = {
    _id: accountId,
    movements: { $elemMatch: { id, with_task: true as const } },
    'movements.id': { $ne: revokeId(taskId) },
  };
  const account = await callDatabase(() =>
    accounts.findOne(filter, { projection: { movements: 1, budgets: 1 } }),
  );
  const settled = account?.movements.find((movement) => movement.id === id);
  if (!account || !settled) return false;
  const { charged, key_id = null, at } = settled;
  const back = settleBudgets([{ key_id, created_at: at, reserved: charged, charged: 0 }], account.budgets);
  const refund = revokeMovement(settled, clock.now());
  const result = await callDatabase(() =>
    accounts.updateOne(filter, { $inc: { ...sumOf([refund]), ...back }, $push: { movements: refund } }),
  );
  if (result.matchedCount === 0) return false;
  relay.schedule(accountId);
  await failPoint('revoked settlement');
  return true;
}
