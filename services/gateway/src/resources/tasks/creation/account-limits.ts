import { AppError } from '@medley/kit';
import type { ReservationOutcome, Stores } from '@medley/store';
import { insufficientBalance, overBudget } from '../../account/insufficient-balance';
import type { Caller } from '../../../callers/caller';

const CAP_RETRY_SECONDS = 10;

/** The cached counter may be too high, so it is recounted before a rejection. @throws AppError STORAGE_LIMIT */
export async function checkStorage(
  stores: Pick<Stores, 'storage'>,
  { account, tariff }: Pick<Caller, 'account' | 'tariff'>,
): Promise<void> {
  const limit = tariff.storage_bytes;
  if (limit === null || account.stored_bytes < limit) return;
  if ((await stores.storage.recount(account.id)) < limit) return;
  throw new AppError(
    'STORAGE_LIMIT',
    `Your tariff allows ${limit} bytes to be stored. Delete tasks, or wait until they expire.`,
  );
}

interface RefusedReservation {
  accountId: string;
  keyId: string;
  /** Units. */
  needed: number;
  /** The tariff's limit of unfinished tasks. */
  cap: number | null;
}

/** The error for a reservation that the account refused. */
export async function refusalOf(
  { accounts, budgets }: Pick<Stores, 'accounts' | 'budgets'>,
  outcome: Exclude<ReservationOutcome, 'reserved'>,
  { accountId, keyId, needed, cap }: RefusedReservation,
): Promise<AppError> {
  if (outcome === 'unaffordable') {
    const balance = (await accounts.find(accountId))?.balance ?? 0;
    return insufficientBalance('this task', { needed, balance });
  }
  if (outcome === 'over_budget') {
    const budget = (await budgets.list(accountId)).get(keyId);
    return overBudget('this task', { needed, budget });
  }
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    `Your tariff allows ${cap} unfinished tasks. Try again in ${CAP_RETRY_SECONDS} seconds.`,
    { details: { retryAfterSeconds: CAP_RETRY_SECONDS, limit: 'unfinished_tasks' } },
  );
}
