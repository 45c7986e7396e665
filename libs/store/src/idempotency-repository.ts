import { randomUUID } from 'node:crypto';
import { trusted, type mongo } from 'mongoose';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import type { IdempotencyDocument, IdempotencyModel } from './idempotency-model';
import type { IdempotencyRecord, IdempotencyStore } from './stores';

const RETENTION_MS = 24 * 3_600_000;
/** A request without a response after this long has crashed; its key may be claimed again. */
const CLAIM_TIMEOUT_MS = 60_000;
const DUPLICATE_KEY = 11_000;

/** Repository of the `idempotency` collection: one document for each key. */
export function createIdempotencyRepository(
  model: IdempotencyModel,
  records: mongo.Collection<IdempotencyDocument>,
  clock: DatabaseClock,
): IdempotencyStore {
  const idOf = (accountId: string, key: string): string => `${accountId}/${key}`;
  return {
    async begin(accountId, key, requestHash) {
      const document = newDocument(idOf(accountId, key), requestHash, clock.now());
      for (;;) {
        if (await insertNew(records, document)) return { claim: { id: document.origin, repeated: false } };
        const present = await callDatabase(() => records.findOne({ _id: document._id }));
        if (!present) continue;
        if (!isFree(present, document.begun_at)) return { record: toRecord(present) };
        const next = { ...document, origin: originOfRetry(present, document) };
        if (await takeOver(records, present, next)) {
          return { claim: { id: next.origin, repeated: next.origin === present.origin } };
        }
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
      await callDatabase(() =>
        records.updateOne({ _id: idOf(accountId, key), response: null }, { $set: { abandoned: true } }),
      );
    },

    async purge(before) {
      const result = await callDatabase(() =>
        model.deleteMany({ begun_at: trusted({ $lt: before }) }).exec(),
      );
      return result.deletedCount;
    },
  };
}

function newDocument(_id: string, requestHash: string, now: Date): IdempotencyDocument {
  return {
    _id,
    request_hash: requestHash,
    origin: randomUUID(),
    response: null,
    abandoned: false,
    begun_at: now,
  };
}

/** A retry of the same request keeps its origin, so that it finds the objects created before. */
function originOfRetry(present: IdempotencyDocument, next: IdempotencyDocument): string {
  const isSame = present.request_hash === next.request_hash && !isExpired(present, next.begun_at);
  // Documents of older versions have no origin.
  return (isSame && present.origin) || next.origin;
}

/** Replace the document if it is unchanged, so that only one of several concurrent requests claims a free key. */
async function takeOver(
  records: mongo.Collection<IdempotencyDocument>,
  present: IdempotencyDocument,
  next: IdempotencyDocument,
): Promise<boolean> {
  const { _id, begun_at } = present;
  const asRead = { _id, begun_at, abandoned: present.abandoned ? true : { $ne: true } };
  const taken = await callDatabase(() => records.replaceOne(asRead, next));
  return taken.matchedCount === 1;
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

function isExpired({ begun_at }: IdempotencyDocument, now: Date): boolean {
  return now.getTime() - begun_at.getTime() > RETENTION_MS;
}

function isFree(document: IdempotencyDocument, now: Date): boolean {
  const { begun_at, response, abandoned } = document;
  if (isExpired(document, now)) return true;
  return response === null && (abandoned || now.getTime() - begun_at.getTime() > CLAIM_TIMEOUT_MS);
}

function toRecord({ request_hash, origin, response }: IdempotencyDocument): IdempotencyRecord {
  return {
    request_hash,
    origin,
    response: response === null ? null : (JSON.parse(response) as IdempotencyRecord['response']),
  };
}
