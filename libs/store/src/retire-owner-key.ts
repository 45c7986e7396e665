import { randomUUID } from 'node:crypto';
import type { QueryFilter, UpdateQuery } from 'mongoose';
import type { KeyChanges } from './key-store';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import type { KeyDocument, KeyModel } from './key-model';
import { retryConflicts } from './retry-conflicts';

type Change = KeyChanges | 'remove';

/**
 * Take an active owner key away (by a change, or by its removal) unless it is the last one; false when it is.
 *
 * Of several such changes at once one owner key must survive, and no write spans two keys. So each first marks its key, then
 * counts the other owner keys without a mark, and writes only while its own mark is still there. Let the changes A and B take
 * the last two keys away. Each saw the other's key without a mark, so each counted before the other had marked; but each had
 * marked before it counted: a contradiction, unless a mark was removed in between. Then the write of that change fails. A
 * change that finds only marked keys beside its own removes those marks and begins again, so that the mark of a process
 * that died blocks nobody.
 */
export async function retireOwnerKey(
  { model, clock }: { model: KeyModel; clock: DatabaseClock },
  key: Pick<KeyDocument, '_id' | 'account_id'>,
  change: Change,
): Promise<boolean> {
  const mark = randomUUID();
  const own = { _id: key._id, account_id: key.account_id };
  const marked = { ...own, retiring: mark };
  return retryConflicts(async () => {
    await callDatabase(() => model.updateOne(own, { $set: { retiring: mark } }).exec());
    const others = await findOtherOwners(model, key, clock.now());
    if (others.some(({ retiring }) => retiring == null)) return apply(model, marked, change);
    await callDatabase(() => model.updateOne(marked, { $unset: { retiring: 1 } }).exec());
    if (others.length === 0) return false;
    for (const { _id, retiring = null } of others) {
      await callDatabase(() => model.updateOne({ _id, retiring }, { $unset: { retiring: 1 } }).exec());
    }
    return null;
  });
}

/** An account has few keys, so they are filtered here. */
async function findOtherOwners(
  model: KeyModel,
  { _id, account_id }: Pick<KeyDocument, '_id' | 'account_id'>,
  now: Date,
): Promise<KeyDocument[]> {
  const keys = await callDatabase(() => model.find({ account_id }).lean<KeyDocument[]>().exec());
  return keys.filter(
    ({ _id: id, role = 'owner', active, expires_at }) =>
      id !== _id && role === 'owner' && active && (expires_at === null || expires_at > now),
  );
}

/** Null when another change has removed the mark. */
async function apply(
  model: KeyModel,
  marked: QueryFilter<KeyDocument>,
  change: Change,
): Promise<true | null> {
  if (change === 'remove') {
    const { deletedCount } = await callDatabase(() => model.deleteOne(marked).exec());
    return deletedCount === 1 ? true : null;
  }
  const update: UpdateQuery<KeyDocument> = { $set: change, $unset: { retiring: 1 } };
  const { matchedCount } = await callDatabase(() => model.updateOne(marked, update).exec());
  return matchedCount === 1 ? true : null;
}
