import { createHash, randomUUID } from 'node:crypto';
import mongoose, { type Connection } from 'mongoose';
import { startTestMongo, type TestMongo } from '@medley/testing/mongo';
import { connectStores, migrateDatabase, type MigrationResult } from '@medley/store';
import { masterKey, quietLogger } from './test-stores';

let mongo: TestMongo;
let raw: Connection;

beforeAll(async () => {
  mongo = await startTestMongo();
  raw = await mongoose.createConnection(mongo.url).asPromise();
});
afterAll(async () => {
  await raw.dropDatabase();
  await raw.destroy();
  await mongo.stop();
});

const keys = () => raw.collection<{ _id: string; role?: string }>('keys');
const meta = () => raw.collection<{ _id: string; version?: number }>('meta');

const migrate = (
  isDryRun = false,
  onProgress: (text: string) => void = () => undefined,
): Promise<MigrationResult> => migrateDatabase({ url: mongo.url, logger: quietLogger, isDryRun, onProgress });

/** Makes the database one of the first version: without a recorded schema, with keys that have no role. */
async function makeOld(count: number): Promise<string> {
  await keys().deleteMany({});
  const stores = await connectStores({ url: mongo.url, logger: quietLogger, masterKey });
  const account = await stores.accounts.create({ name: 'n', tariff: 'free', balance: 0 });
  const { secret } = await stores.keys.create(account.id, null);
  await stores.close();
  const more = Array.from({ length: count }, () => ({
    ...{ _id: randomUUID(), account_id: account.id, hash: randomUUID(), last4: 'abcd' },
    ...{ active: true, expires_at: null, created_at: new Date() },
  }));
  if (count > 0) await keys().insertMany(more);
  await keys().updateMany({}, { $unset: { role: 1 } });
  await meta().deleteOne({ _id: 'schema' });
  return createHash('sha256').update(secret).digest('hex');
}

test('data of an earlier version are refused with the command to run, which counts first and then changes all', async () => {
  const sha256 = await makeOld(1_100);
  const connect = (): ReturnType<typeof connectStores> =>
    connectStores({ url: mongo.url, logger: quietLogger, masterKey });
  await expect(connect()).rejects.toThrow(/schema 1 of an earlier Medley.*npm run -s admin -- migrate/);
  expect(await migrate(true)).toEqual({ from: 1, to: 2, changed: 1_101 });
  expect(await keys().countDocuments({ role: { $exists: true } })).toBe(0);
  const progress: string[] = [];
  expect(await migrate(false, (text) => progress.push(text))).toEqual({ from: 1, to: 2, changed: 1_101 });
  expect(progress.slice(0, 3).map((text) => text.split(': ')[1])).toEqual([
    '500 of 1101 documents of keys',
    '1000 of 1101 documents of keys',
    '1101 of 1101 documents of keys',
  ]);
  const stores = await connect();
  expect(await stores.keys.findByHash(sha256)).toMatchObject({ role: 'owner' });
  await stores.close();
  expect(await migrate()).toEqual({ from: 2, to: 2, changed: 0 });
});

test('an interrupted migration is continued by the next one', async () => {
  await makeOld(900);
  const total = await keys().countDocuments({});
  const broken = migrate(false, () => {
    throw new Error('the terminal is gone');
  });
  await expect(broken).rejects.toThrow('the terminal is gone');
  expect((await meta().findOne({ _id: 'schema' }))?.version).toBeUndefined();
  expect(await migrate()).toEqual({ from: 1, to: 2, changed: total - 500 });
});
