import { createHash, randomBytes } from 'node:crypto';
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

async function withStores<T>(
  masterKey: string,
  act: (stores: Stores) => Promise<T>,
  previousMasterKey?: string,
): Promise<T> {
  const stores = await connectStores({ url, logger: quietLogger, masterKey, previousMasterKey });
  try {
    return await act(stores);
  } finally {
    await stores.close();
  }
}

const connect = (masterKey: string, previous?: string): Promise<void> =>
  withStores(masterKey, () => Promise.resolve(), previous);

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

test('before a rotation begins, the new pair and the old key alone both start, and both seal with the old key', async () => {
  const [old, next] = [newKey(), newKey()];
  await connect(old);
  const make = async (stores: Stores): Promise<string> =>
    (await stores.accounts.create({ name: 'n', tariff: 'free', balance: 0 })).id;
  const id = await withStores(next, make, old);
  const [secret] = await withStores(
    old,
    async ({ accounts }) => (await accounts.find(id))?.webhook_secrets ?? [],
  );
  expect(secret).toMatch(/^whsec_/);
  await connect(next, old);
});

test('during a rotation a start with one of the keys, with a third one or with both exchanged is refused', async () => {
  const [old, next, third] = [newKey(), newKey(), newKey()];
  await connect(old);
  await withStores(next, ({ masterKey }) => masterKey.beginRotation(), old);
  const refusal = /is being rotated .*MASTER_KEY to the new key \([0-9a-f]{16}\) and MASTER_KEY_PREVIOUS/;
  for (const [key, previous] of [[old], [next], [third], [old, next], [next, third], [third, old]] as const)
    await expect(connect(key, previous)).rejects.toThrow(refusal);
  await connect(next, old);
});

test('a previous key that never was the key of the database is refused, unless the database asks for it', async () => {
  const [key, other, third] = [newKey(), newKey(), newKey()];
  await connect(key);
  await expect(connect(key, other)).rejects.toThrow(/MASTER_KEY_PREVIOUS .* exchange the two/);
  await expect(connect(other, third)).rejects.toThrow(/MASTER_KEY is not the key of this database/);
  await connect(other, key);
});

test('API keys and webhook secrets survive a rotation, after which the previous key may stay or go', async () => {
  const [old, next] = [newKey(), newKey()];
  const made = await withStores(old, async ({ accounts, keys }) => {
    const account = await accounts.create({ name: 'n', tariff: 'free', balance: 0 });
    return { account, ...(await keys.create(account.id, null)) };
  });
  const check = async ({ accounts, keys }: Stores): Promise<void> => {
    const sha256 = createHash('sha256').update(made.secret).digest('hex');
    expect((await keys.findByHash(sha256))?.id).toBe(made.key.id);
    expect((await accounts.find(made.account.id))?.webhook_secrets).toEqual(made.account.webhook_secrets);
  };
  await withStores(
    next,
    async (stores) => {
      const { masterKey } = stores;
      await masterKey.beginRotation();
      await check(stores);
      expect(await masterKey.resealAccounts('')).toMatchObject({ resealed: 1, left: 0, after: null });
      expect(await masterKey.resealAccounts('')).toMatchObject({ resealed: 0, left: 0, unreadable: 0 });
      const { rotation } = await masterKey.read();
      if (!rotation) throw new Error('no progress');
      expect(await masterKey.saveProgress({ ...rotation, round: 7 }, rotation)).toBe(false);
      expect([await masterKey.endRotation(rotation), await masterKey.endRotation(rotation)]).toEqual([
        true,
        false,
      ]);
      expect(masterKey.isPreviousSpare).toBe(true);
    },
    old,
  );
  await withStores(next, check, old);
  await withStores(next, check);
  await expect(connect(old)).rejects.toThrow(/MASTER_KEY is not the key of this database/);
});
