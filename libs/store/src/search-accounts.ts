import type { AccountCollection, AccountDocument } from './account-model';
import { callDatabase } from './call-database';
import type { AccountQuery } from './stores';

/** By a part of the name, in any case, or the whole id. Few administrators search, so names have no index of their own. */
export async function searchAccounts(
  accounts: AccountCollection,
  { text, after, limit }: AccountQuery,
): Promise<AccountDocument[]> {
  const matches = text === null ? {} : { $or: [{ _id: text.toLowerCase() }, { name: containing(text) }] };
  const older = after
    ? { $or: [{ created_at: { $lt: after.at } }, { created_at: after.at, _id: { $lt: after.id } }] }
    : {};
  const found = accounts
    .find({ $and: [matches, older] }, { projection: { movements: 0, storage_holds: 0 } })
    .sort({ created_at: -1, _id: -1 })
    .limit(limit);
  return callDatabase(() => found.toArray());
}

function containing(text: string): { $regex: string; $options: 'i' } {
  return { $regex: text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), $options: 'i' };
}
