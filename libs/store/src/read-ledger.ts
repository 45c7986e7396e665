import { callDatabase } from './call-database';
import type { LedgerCollection, LedgerDocument } from './ledger-model';
import { openingId } from './movement';
import type { LedgerEntry, LedgerPosition } from './stores';

/** A page of the ledger, newest first, from the index alone up to its entries. */
export async function readLedger(
  ledger: LedgerCollection,
  accountId: string,
  { after, limit }: { after: LedgerPosition | null; limit: number },
): Promise<LedgerEntry[]> {
  // Nothing is older than the opening: what is left behind it has been added to it.
  if (after?.id === openingId(accountId)) return [];
  const own = { account_id: accountId };
  const filter = after
    ? { ...own, at: { $lte: after.at }, $or: [{ at: { $lt: after.at } }, { _id: { $lt: after.id } }] }
    : own;
  const documents = await callDatabase(() =>
    ledger.find(filter).sort({ at: -1, _id: -1 }).limit(limit).toArray(),
  );
  return showEntries(documents);
}

/**
 * Entries in their order, newest first. What follows an opening that others were folded into has been folded, too, and is
 * about to be deleted.
 */
export function showEntries(documents: readonly LedgerDocument[]): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  for (const { _id, through, ...rest } of documents) {
    entries.push({ id: _id, ...rest });
    if (through) break;
  }
  return entries;
}
