import { callDatabase } from './call-database';
import type { LedgerCollection } from './ledger-model';
import type { LedgerEntry, LedgerPosition } from './stores';

/** A page of the ledger, newest first, from the index alone up to its entries. */
export async function readLedger(
  ledger: LedgerCollection,
  accountId: string,
  { after, limit }: { after: LedgerPosition | null; limit: number },
): Promise<LedgerEntry[]> {
  const own = { account_id: accountId };
  const filter = after
    ? { ...own, at: { $lte: after.at }, $or: [{ at: { $lt: after.at } }, { _id: { $lt: after.id } }] }
    : own;
  const documents = await callDatabase(() =>
    ledger.find(filter).sort({ at: -1, _id: -1 }).limit(limit).toArray(),
  );
  return documents.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
}
