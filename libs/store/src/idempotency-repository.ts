import { trusted, type mongo } from 'mongoose';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import type { IdempotencyDocument, IdempotencyModel } from './idempotency-model';
import type { IdempotencyRecord, IdempotencyStore } from './stores';

const LIFE_MS = 24 * 3_600_000;
/** No request runs that long: whoever began it is gone. */
const UNFINISHED_MS = 60_000;
const DUPLICATE_KEY = 11_000;

/** The `idempotency` collection. */
export function createIdempotencyRepository(
  model: IdempotencyModel,
  records: mongo.Collection<IdempotencyDocument>,
  clock: DatabaseClock,
): IdempotencyStore {
  const idOf = (accountId: string, key: string): string => `${accountId}/${key}`;
  const read = (_id: string): Promise<IdempotencyDocument | null> =>
    callDatabase(() => model.findOne({ _id }).lean<IdempotencyDocument>().exec());

  return {
    async begin(accountId, key, requestHash) {
      const document = {
        _id: idOf(accountId, key),
        request_hash: requestHash,
        response: null,
        begun_at: clock.now(),
      };
      for (;;) {
        if (await insertNew(records, document)) return null;
        const present = await read(document._id);
        if (!present) continue;
        if (!isFree(present, document.begun_at)) return toRecord(present);
        // Of those who find it free only one still finds it as it was read.
        const taken = await callDatabase(() =>
          records.replaceOne({ _id: present._id, begun_at: present.begun_at }, document),
        );
        if (taken.matchedCount === 1) return null;
      }
    },

    async finish(accountId, key, response) {
      await callDatabase(() =>
        records.updateOne(
          { _id: idOf(accountId, key), response: null },
          { $set: { response: JSON.stringify(response) } },
        ),
      );
    },

    async abandon(accountId, key) {
      await callDatabase(() => records.deleteOne({ _id: idOf(accountId, key), response: null }));
    },

    async find(accountId, key) {
      const present = await read(idOf(accountId, key));
      return present && !isFree(present, clock.now()) ? toRecord(present) : null;
    },

    async purge(before) {
      const result = await callDatabase(() =>
        model.deleteMany({ begun_at: trusted({ $lt: before }) }).exec(),
      );
      return result.deletedCount;
    },
  };
}

async function insertNew(
  records: mongo.Collection<IdempotencyDocument>,
  document: IdempotencyDocument,
): Promise<boolean> {
  try {
    await callDatabase(() => records.insertOne(document));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY) return false;
    throw error;
  }
}

function isFree({ begun_at, response }: IdempotencyDocument, now: Date): boolean {
  const age = now.getTime() - begun_at.getTime();
  return age > LIFE_MS || (response === null && age > UNFINISHED_MS);
}

function toRecord({ request_hash, response }: IdempotencyDocument): IdempotencyRecord {
  return {
    request_hash,
    response: response === null ? null : (JSON.parse(response) as IdempotencyRecord['response']),
  };
}
