import { randomBytes } from 'node:crypto';
import mongoose, { type Connection } from 'mongoose';
import { startTestMongo, type TestMongo } from '@medley/testing/mongo';
import { connectStores, type Stores } from '@medley/store';
import { quietLogger } from './test-stores';

const newKey = (): string => randomBytes(32).toString('base64');
let mongo: TestMongo;
let raw: Connection;
let counter = 0;

beforeAll(async () => {
  mongo = await startTestMongo();
});
afterAll(() => mongo.stop());

/** A database of its own for each test. */
let url: string;
beforeEach(async () => {
  counter += 1;
  const own = new URL(mongo.url);
  own.pathname = `${own.pathname}_start_${counter}`;
  url = own.href;
  raw = await mongoose.createConnection(url).asPromise();
});
afterEach(async () => {
  await raw.dropDatabase();
  await raw.destroy();
});

const meta = () => raw.collection<{ _id: string; version?: number; min_version?: number }>('meta');

async function withStores<T>(masterKey: string, act: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await connectStores({ url, logger: quietLogger, masterKey });
  try {
    return await act(stores);
  } finally {
    await stores.close();
  }
}

const connect = (masterKey: string): Promise<void> => withStores(masterKey, () => Promise.resolve());

test('a start with another master key is refused with both fingerprints, and changes nothing', async () => {
  const key = newKey();
  await connect(key);
  const before = await meta().find().toArray();
  const refused = connect(newKey());
  await expect(refused).rejects.toMatchObject({ name: 'ConfigError' });
  await expect(refused).rejects.toThrow(
    /its fingerprint is [0-9a-f]{16}, the database was written with [0-9a-f]{16}/,
  );
  expect(await meta().find().toArray()).toEqual(before);
  await connect(key);
});

test('a database without a fingerprint is recognized by what it holds sealed', async () => {
  const key = newKey();
  await withStores(key, (stores) => stores.accounts.create({ name: 'n', tariff: 'free', balance: 0 }));
  await meta().deleteOne({ _id: 'master-key' });
  await expect(connect(newKey())).rejects.toThrow(/MASTER_KEY is not the key of this database/);
  await connect(key);
  await expect(connect(newKey())).rejects.toThrow(/was written with/);
});

test('data of a newer Medley that this one cannot use are refused, others are not', async () => {
  const key = newKey();
  await connect(key);
  await meta().updateOne({ _id: 'schema' }, { $set: { version: 99, min_version: 2 } });
  await connect(key);
  await meta().updateOne({ _id: 'schema' }, { $set: { min_version: 98 } });
  await expect(connect(key)).rejects.toThrow(/schema 99 of a newer Medley.*start the newer version/);
});

test('of two stores, the first record of an account of the first start is kept', async () => {
  await withStores(newKey(), async ({ facts }) => {
    expect(await facts.firstAccount()).toBeNull();
    const record = { account_id: 'a', file: 'first-account.json' };
    await facts.recordFirstAccount(record);
    await facts.recordFirstAccount({ account_id: 'b', file: 'other.json' });
    expect(await facts.firstAccount()).toEqual(record);
  });
});
