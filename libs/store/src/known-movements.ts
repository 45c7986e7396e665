import type { MoneyCollections } from './ledger-drain';
import { callDatabase } from './call-database';

/** What an account has done for certain movements, and the revision of its settlements when that was true. */
export interface KnownMovements {
  settle_rev: number;
  balance: number;
  /** Null: this account has no counter yet. */
  unfinished: number | null;
  /** Units set aside, by the movement's id; of the ids asked for and of all that have not left the account. */
  reserved: ReadonlyMap<string, number>;
}

/**
 * Look for movements on the account and, after that, in the ledger. The order of these two reads carries the proof above
 * `createMoneyRepository`. Null when there is no such account.
 */
export async function findMovements(
  { accounts, ledger }: MoneyCollections,
  accountId: string,
  ids: readonly string[],
): Promise<KnownMovements | null> {
  const projection = { settle_rev: 1, balance: 1, unfinished: 1, 'movements.id': 1, 'movements.reserved': 1 };
  const account = await callDatabase(() => accounts.findOne({ _id: accountId }, { projection }));
  if (!account) return null;
  const rows = await callDatabase(() =>
    ledger.find({ _id: { $in: [...ids] } }, { projection: { reserved: 1 } }).toArray(),
  );
  const { settle_rev, balance, unfinished = null, movements } = account;
  const noted = movements.map(({ id, reserved }) => [id, reserved] as const);
  const entered = rows.map(({ _id, reserved }) => [_id, reserved] as const);
  return { settle_rev, balance, unfinished, reserved: new Map([...noted, ...entered]) };
}
