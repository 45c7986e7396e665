import { randomUUID } from 'node:crypto';
import type { AccountStore } from '@medley/store';
import { insufficientBalance } from '../account/insufficient-balance';

export interface Charge {
  accountId: string;
  /** Units reserved before the work. */
  units: number;
}

/**
 * Charge for work that has no task: reserve `units` under a generated id, then settle what the work reports. When the work
 * fails, or the process crashes, the reservation is released like that of a task that was never stored.
 * @throws AppError INSUFFICIENT_BALANCE; whatever the work throws
 */
export async function chargeForWork<T>(
  accounts: Pick<AccountStore, 'find' | 'reserve' | 'release' | 'settle'>,
  { accountId, units }: Charge,
  work: () => Promise<{ result: T; units: number }>,
): Promise<T> {
  const id = randomUUID();
  // The cap of unfinished tasks does not apply.
  if ((await accounts.reserve(accountId, id, { units, unfinishedMax: null })) !== 'reserved') {
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
  await accounts.settle([
    { account_id: accountId, task_id: id, reserved: units, extensions: 0, charged: outcome.units },
  ]);
  return outcome.result;
}
