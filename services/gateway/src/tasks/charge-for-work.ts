import { randomUUID } from 'node:crypto';
import { AppError } from '@medley/kit';
import type { AccountStore } from '@medley/store';

export interface Charge {
  accountId: string;
  /** Units set aside before the work, so that nobody has it for nothing. */
  units: number;
}

/**
 * Do work that is paid although no task stands for it, under an id of its own: money is set aside, then charged by what
 * the work tells when it is done. When it fails, or this process dies meanwhile, the money comes back as that of a task
 * that was never stored.
 * @throws AppError INSUFFICIENT_BALANCE; whatever the work throws
 */
export async function chargeForWork<T>(
  accounts: Pick<AccountStore, 'reserve' | 'release' | 'settle'>,
  { accountId, units }: Charge,
  work: () => Promise<{ result: T; units: number }>,
): Promise<T> {
  const id = randomUUID();
  // Of the caps of unfinished tasks none applies.
  if ((await accounts.reserve(accountId, id, { units, unfinishedMax: null })) !== 'reserved') {
    throw new AppError('INSUFFICIENT_BALANCE', 'The balance of your account is too low for this text.');
  }
  let done: { result: T; units: number };
  try {
    done = await work();
  } catch (error) {
    await accounts.release(accountId, id, units);
    throw error;
  }
  await accounts.settle([
    { account_id: accountId, task_id: id, reserved: units, extensions: 0, charged: done.units },
  ]);
  return done.result;
}
