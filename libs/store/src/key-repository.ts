import type { ApiKey } from '@medley/contracts';
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import type { KeyDocument, KeyModel } from './key-model';
import type { KeyStore } from './stores';

const SECRET_BYTES = 32;

/** Repository of the `keys` collection. `pepper` is the HMAC key of the hashes. */
export function createKeyRepository(model: KeyModel, clock: DatabaseClock, pepper: Buffer): KeyStore {
  const keyedHash = (sha256: string): string => createHmac('sha256', pepper).update(sha256).digest('hex');
  return {
    async create(accountId, expiresAt) {
      const secret = `sk-${randomBytes(SECRET_BYTES).toString('base64url')}`;
      const document: KeyDocument = {
        _id: randomUUID(),
        account_id: accountId,
        hash: keyedHash(createHash('sha256').update(secret).digest('hex')),
        last4: secret.slice(-4),
        active: true,
        expires_at: expiresAt,
        created_at: clock.now(),
      };
      await callDatabase(() => model.create(document));
      return { key: toKey(document), secret };
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

function toKey({ _id, account_id, last4, active, expires_at, created_at }: KeyDocument): ApiKey {
  return { id: _id, account_id, last4, active, expires_at, created_at };
}
