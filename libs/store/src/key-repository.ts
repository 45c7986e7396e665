import type { ApiKey } from '@medley/contracts';
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import type { KeyDocument, KeyModel } from './key-model';
import { retireOwnerKey } from './retire-owner-key';
import { retryConflicts } from './retry-conflicts';
import type { KeyChanges, KeyFacts, KeyOutcome, KeyStore } from './key-store';

const SECRET_BYTES = 32;

interface KeyDependencies {
  model: KeyModel;
  clock: DatabaseClock;
}

/** Repository of the `keys` collection. `pepper` is the HMAC key of the hashes. */
export function createKeyRepository(model: KeyModel, clock: DatabaseClock, pepper: Buffer): KeyStore {
  const keyedHash = (sha256: string): string => createHmac('sha256', pepper).update(sha256).digest('hex');
  const create: KeyStore['create'] = async (accountId, expiresAt, facts) => {
    const secret = `sk-${randomBytes(SECRET_BYTES).toString('base64url')}`;
    const hash = keyedHash(createHash('sha256').update(secret).digest('hex'));
    const document = newKey(
      accountId,
      { hash, secret, expires_at: expiresAt, created_at: clock.now() },
      facts,
    );
    const own = { _id: document._id, account_id: accountId };
    await callDatabase(() => model.replaceOne(own, document, { upsert: true }).exec());
    return { key: toKey(document), secret };
  };
  return {
    create,
    change: (accountId, keyId, changes) => changeKey({ model, clock }, { accountId, keyId }, changes),
    remove: (accountId, keyId) => changeKey({ model, clock }, { accountId, keyId }, 'remove'),

    async markUsed(uses) {
      const writes = [...uses].map(([_id, at]) => ({
        updateOne: { filter: { _id }, update: { $max: { last_used_at: at } } },
      }));
      await callDatabase(() => model.bulkWrite(writes, { ordered: false }));
    },

    async findByHash(sha256) {
      const hash = keyedHash(sha256);
      const document = await callDatabase(() => model.findOne({ hash }).lean<KeyDocument>().exec());
      return document && toKey(document);
    },

    async deactivate(keyId) {
      const result = await callDatabase(() =>
        model.updateOne({ _id: keyId }, { $set: { active: false } }).exec(),
      );
      return result.matchedCount === 1;
    },

    async list(accountId) {
      const documents = await callDatabase(() =>
        model.find({ account_id: accountId }).sort({ created_at: -1, _id: -1 }).lean<KeyDocument[]>().exec(),
      );
      return documents.map(toKey);
    },
  };
}

function newKey(
  accountId: string,
  { secret, ...rest }: Pick<KeyDocument, 'hash' | 'expires_at' | 'created_at'> & { secret: string },
  { id = randomUUID(), name, role }: KeyFacts & { id?: string } = { name: null, role: 'owner' },
): KeyDocument {
  const last4 = secret.slice(-4);
  return { _id: id, account_id: accountId, name, role, last4, active: true, last_used_at: null, ...rest };
}

async function changeKey(
  dependencies: KeyDependencies,
  { accountId, keyId }: { accountId: string; keyId: string },
  changes: KeyChanges | 'remove',
): Promise<KeyOutcome> {
  const { model, clock } = dependencies;
  const own = { _id: keyId, account_id: accountId };
  return retryConflicts(async () => {
    const document = await callDatabase(() => model.findOne(own).lean<KeyDocument>().exec());
    if (!document) return 'unknown';
    const key = toKey(document);
    const changed = { key: changes === 'remove' ? key : { ...key, ...changes } };
    if (isOwner(key, clock.now()) && (changes === 'remove' || losesOwner(changes))) {
      return (await retireOwnerKey(dependencies, document, changes)) ? changed : 'last_owner';
    }
    return (await write(model, document, changes)) ? changed : null;
  });
}

/** Only if the key still is what it was when its owner's rights were judged; it may have become the last owner key since. */
async function write(
  model: KeyModel,
  { _id, account_id, role, active, expires_at }: KeyDocument,
  changes: KeyChanges | 'remove',
): Promise<boolean> {
  const same = { _id, account_id, role: role ?? null, active, expires_at };
  if (changes === 'remove') {
    return (await callDatabase(() => model.deleteOne(same).exec())).deletedCount === 1;
  }
  if (Object.keys(changes).length === 0) return true;
  return (await callDatabase(() => model.updateOne(same, { $set: changes }).exec())).matchedCount === 1;
}

function isOwner({ role, active, expires_at }: ApiKey, now: Date): boolean {
  return role === 'owner' && active && (expires_at === null || expires_at > now);
}

/** An expiry counts as a loss: it would come without anybody there to notice. */
function losesOwner({ role, active, expires_at }: KeyChanges): boolean {
  return (role !== undefined && role !== 'owner') || active === false || expires_at instanceof Date;
}

function toKey(document: KeyDocument): ApiKey {
  const { _id, account_id, name = null, role = 'owner', last4, active, expires_at, created_at } = document;
  const { last_used_at = null } = document;
  return { id: _id, account_id, name, role, last4, active, expires_at, last_used_at, created_at };
}
