import { randomUUID } from 'node:crypto';
import type { Stores } from '@medley/store';
import { insufficientBalance, overBudget } from '../account/insufficient-balance';

export interface Charge {
  accountId: string;
  /** The key that pays. */
  keyId: string;
  /** Units reserved before the work. */
  units: number;
}

type ChargeDependencies = Pick<Stores, 'accounts' | 'budgets' | 'now'>;

/**
 * Charge for work that has no task: reserve `units` under a generated id, then settle what the work reports. When the work
 * fails, or the process crashes, the reservation is released like that of a task that was never stored.
 * @throws AppError INSUFFICIENT_BALANCE; whatever the work throws
 */
export async function chargeForWork<T>(
  { accounts, budgets, now }: ChargeDependencies,
  { accountId, keyId, units }: Charge,
  work: () => Promise<{ result: T; units: number }>,
): Promise<T> {
  const id = randomUUID();
  // The cap of unfinished tasks does not apply.
  const created_at = now();
  const reservation = await accounts.reserve(accountId, id, { units, unfinishedMax: null, keyId });
  if (reservation === 'over_budget') {
    throw overBudget('this text', { needed: units, budget: (await budgets.list(accountId)).get(keyId) });
  }
  if (reservation !== 'reserved') {
    const balance = (await accounts.find(accountId))?.balance ?? 0;
    throw insufficientBalance('this text', { needed: units, balance });
  }
  let outcome: { result: T; units: number };
  try {
    outcome = await work();
  } catch (error) {
    await accounts.release(accountId, id, units);
    throw error;
  }
  const owner = { account_id: accountId, task_id: id, key_id: keyId, created_at };
  await accounts.settle([{ ...owner, reserved: units, extensions: 0, charged: outcome.units }]);
  return outcome.result;
}
