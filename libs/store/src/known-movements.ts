import type { MoneyCollections } from './ledger-relay';
import type { Budgets } from './key-budget';
import { callDatabase } from './call-database';

/** The movements of an account that exist, and the `settle_rev` at which they were read. */
export interface KnownMovements {
  settle_rev: number;
  balance: number;
  /** Null: the account has no counter yet. */
  unfinished: number | null;
  budgets: Budgets | undefined;
  /** Reserved units by movement id: those of the requested ids and all in the account's outbox. */
  reserved: ReadonlyMap<string, number>;
}

/**
 * Find movements on the account and then in the ledger. The proof above `createMoneyRepository` depends on this order. Null
 * when the account is unknown.
 */
export async function findMovements(
  { accounts, ledger }: MoneyCollections,
  accountId: string,
  ids: readonly string[],
): Promise<KnownMovements | null> {
  const projection = {
    ...{ settle_rev: 1, balance: 1, unfinished: 1, budgets: 1 },
    ...{ 'movements.id': 1, 'movements.reserved': 1 },
  };
  const account = await callDatabase(() => accounts.findOne({ _id: accountId }, { projection }));
  if (!account) return null;
  const rows = await callDatabase(() =>
    ledger.find({ _id: { $in: [...ids] } }, { projection: { reserved: 1 } }).toArray(),
  );
  const { settle_rev, balance, unfinished = null, budgets, movements } = account;
  const noted = movements.map(({ id, reserved }) => [id, reserved] as const);
  const entered = rows.map(({ _id, reserved }) => [_id, reserved] as const);
  return { settle_rev, balance, unfinished, budgets, reserved: new Map([...noted, ...entered]) };
}
