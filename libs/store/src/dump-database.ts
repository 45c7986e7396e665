import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { mongo } from 'mongoose';
import { MASTER_KEY_ID, type KeyDocument } from './check-master-key';
import { connectMongo, type Mongo } from './connect-mongo';

/** Leases belong to processes, not to the data. */
const EXCLUDED = new Set(['leases']);
const BATCH_DOCUMENTS = 1_000;
const BATCH_BYTES = 8_000_000;
const LENGTH_BYTES = 4;

/** Number of documents by collection. */
export type DumpedCollections = Record<string, number>;

/**
 * Write every collection of a database to `<directory>/<collection>.bson` (documents one after the other, as `mongodump`
 * does), as of one moment: the server holds all writes (`fsyncLock`) until the dump is done, `whileLocked` included.
 */
export async function dumpDatabase(
  url: string,
  directory: string,
  whileLocked: () => Promise<void>,
): Promise<DumpedCollections> {
  return withMongo(url, async ({ client, databaseName }) => {
    const admin = client.db('admin');
    await admin.command({ fsync: 1, lock: true });
    try {
      await whileLocked();
      const database = client.db(databaseName);
      const dumped: DumpedCollections = {};
      const collections = await database.listCollections({}, { nameOnly: true }).toArray();
      for (const { name } of collections.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (EXCLUDED.has(name) || name.startsWith('system.')) continue;
        dumped[name] = await dumpCollection(database, name, join(directory, `${name}.bson`));
      }
      return dumped;
    } finally {
      await admin.command({ fsyncUnlock: 1 });
    }
  });
}

async function dumpCollection(database: mongo.Db, name: string, path: string): Promise<number> {
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
  let count = 0;
  for await (const document of database.collection(name).find({}, { raw: true })) {
    if (!file.write(document)) await once(file, 'drain');
    count += 1;
  }
  file.end();
  await finished(file);
  return count;
}

/** Insert the documents of a dump into an empty database. @throws RangeError when a file is damaged or short */
export async function loadDatabase(
  url: string,
  directory: string,
  collections: Readonly<DumpedCollections>,
): Promise<void> {
  await withMongo(url, async ({ client, databaseName }) => {
    for (const [name, count] of Object.entries(collections)) {
      const collection = client.db(databaseName).collection(name);
      let loaded = 0;
      for (const batch of batchesOf(await readFile(join(directory, `${name}.bson`)))) {
        await collection.insertMany(batch, { ordered: false });
        loaded += batch.length;
      }
      if (loaded !== count) throw new RangeError(`${name}.bson has ${loaded} documents instead of ${count}`);
    }
  });
}

/** Fingerprints of the master keys that the values in a dump are sealed with. @throws RangeError when the dump has none */
export async function readMasterKeys(
  directory: string,
): Promise<{ master_key: string; next_master_key?: string }> {
  for (const batch of batchesOf(await readFile(join(directory, 'meta.bson')))) {
    const { fingerprint, next } = (batch.find(({ _id }) => _id === MASTER_KEY_ID) ??
      {}) as Partial<KeyDocument>;
    if (fingerprint === undefined) continue;
    return { master_key: fingerprint, ...(next !== undefined && { next_master_key: next }) };
  }
  throw new RangeError('the dump does not say which master key it belongs to');
}

/** Numbers keep their types: without promotion a 64-bit integer or a double stays what it was. */
function* batchesOf(bytes: Buffer): Generator<mongo.Document[]> {
  let batch: mongo.Document[] = [];
  let begin = 0;
  for (let at = 0; at < bytes.length;) {
    const length = bytes.length - at < LENGTH_BYTES ? 0 : bytes.readInt32LE(at);
    if (length < LENGTH_BYTES + 1 || at + length > bytes.length)
      throw new RangeError('a document is cut off');
    batch.push(mongo.BSON.deserialize(bytes.subarray(at, at + length), { promoteValues: false }));
    at += length;
    if (batch.length < BATCH_DOCUMENTS && at - begin < BATCH_BYTES) continue;
    yield batch;
    [batch, begin] = [[], at];
  }
  if (batch.length > 0) yield batch;
}

async function withMongo<T>(url: string, act: (mongo: Mongo) => Promise<T>): Promise<T> {
  const mongo = await connectMongo(url);
  try {
    return await act(mongo);
  } finally {
    await mongo.connection.destroy();
  }
}
