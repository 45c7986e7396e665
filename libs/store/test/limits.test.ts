import mongoose from 'mongoose';
import { randomUUID } from 'node:crypto';
import { connectStores, type RequestOrigin, type Stores } from '@medley/store';
import { withFrozenTimers } from '@medley/testing';
import { makePipeline, makeTask, masterKey, quietLogger, TestStores } from './test-stores';

const testStores = new TestStores();
let stores: Stores;
let other: Stores;

beforeAll(async () => {
  await testStores.start();
  [stores, other] = [await testStores.connect(), await testStores.connect()];
});
afterAll(() => testStores.stop());

const DAY_MS = 24 * 3_600_000;
const response = { status: 201, headers: { 'x-a.b': '$1' }, body: '{"a":"\u0000"}' };

/** The existing record for a key, or null when the key was claimed. */
async function meet(at: Stores, [account, key, hash]: [string, string, string]): Promise<unknown> {
  const begun = await at.idempotency.begin(account, key, hash);
  return 'record' in begun ? begun.record : null;
}

async function claim(at: Stores, [account, key, hash]: [string, string, string]): Promise<RequestOrigin> {
  const begun = await at.idempotency.begin(account, key, hash);
  if ('record' in begun) throw new Error('the key is taken');
  return begun.claim;
}

test('of 20 requests with one key one claims it, the others find it claimed and later get its response', async () => {
  const [account, key] = [randomUUID(), '$ne/ключ'];
  const met = await Promise.all(
    Array.from({ length: 20 }, (_, index) => meet(index % 2 ? stores : other, [account, key, 'h'])),
  );
  const origin = expect.any(String) as string;
  expect(met.filter((record) => record === null)).toHaveLength(1);
  expect(met.filter((record) => record !== null)).toEqual(
    Array(19).fill({ request_hash: 'h', origin, response: null }),
  );
  await stores.idempotency.finish(account, key, response);
  await stores.idempotency.finish(account, key, { ...response, status: 500 });
  await stores.idempotency.abandon(account, key);
  expect(await meet(other, [account, key, 'x'])).toEqual({ request_hash: 'h', origin, response });
  expect(await meet(other, [randomUUID(), key, 'x'])).toBeNull();
});

test('a retry of an abandoned request keeps its origin, another request with that key gets a new one', async () => {
  const account = randomUUID();
  const first = await claim(stores, [account, 'k', 'h']);
  await stores.idempotency.abandon(account, 'k');
  const second = await claim(other, [account, 'k', 'h']);
  expect([first.repeated, second]).toEqual([false, { id: first.id, repeated: true }]);
  await stores.idempotency.abandon(account, 'k');
  const takers = await Promise.all([1, 2, 3].map(() => meet(stores, [account, 'k', 'other'])));
  expect(takers.filter((taker) => taker === null)).toHaveLength(1);
  expect(takers.find((taker) => taker !== null)).not.toMatchObject({ origin: first.id });
});

test('one origin has one task and one template, however many attempts store theirs', async () => {
  const [origin, unused] = [randomUUID(), randomUUID()];
  const { id: account_id } = await stores.accounts.create({ name: 'n', tariff: 'free', balance: 0 });
  const tasks = [1, 2, 3].map(() => makeTask({ account_id }));
  const stored = await Promise.allSettled(tasks.map((task) => stores.tasks.insert(task, origin)));
  expect(stored.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const made = await stores.tasks.findByOrigin(origin);
  expect(tasks).toContainEqual(made);
  const pipelines = [1, 2, 3].map(() => makePipeline({ account_id }));
  const terms = { max: 3, origin };
  const created = await Promise.allSettled(pipelines.map((one) => stores.pipelines.create(one, terms)));
  expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(pipelines).toContainEqual(await stores.pipelines.findByOrigin(origin));
  // Requests refused because of their address do not count.
  for (let more = 0; more < 2; more += 1)
    expect(await stores.pipelines.create(makePipeline({ account_id }), { max: 3 })).toBe(true);
  expect([await stores.tasks.findByOrigin(unused), await stores.pipelines.findByOrigin(unused)]).toEqual([
    null,
    null,
  ]);
});

test('an idempotency key can be claimed after a crashed request, and expires after a day', () =>
  withFrozenTimers(async () => {
    const account = randomUUID();
    const frozen = await connectStores({ url: testStores.url, logger: quietLogger, masterKey });
    const connection = await mongoose.createConnection(testStores.url).asPromise();
    const backdate = async (ms: number): Promise<void> => {
      const begun_at = new Date(frozen.now().getTime() - ms);
      await connection.collection('idempotency').updateMany({ request_hash: /^t/ }, { $set: { begun_at } });
    };
    const first = await claim(frozen, [account, 'k', 't1']);
    await backdate(60_000);
    const meeting = { request_hash: 't1', origin: first.id, response: null };
    expect(await meet(frozen, [account, 'k', 't2'])).toEqual(meeting);
    await backdate(60_001);
    const takers = await Promise.all([1, 2, 3].map(() => meet(frozen, [account, 'k', 't1'])));
    expect(takers.filter((taker) => taker === null)).toHaveLength(1);
    await frozen.idempotency.finish(account, 'k', response);
    await backdate(DAY_MS);
    expect(await meet(frozen, [account, 'k', 't1'])).toEqual({ ...meeting, response });
    await backdate(DAY_MS + 1);
    // The same request a day later creates a new object.
    const nextDay = await claim(frozen, [account, 'k', 't1']);
    expect([nextDay.repeated, nextDay.id === first.id]).toEqual([false, false]);
    await connection.destroy();
    await frozen.close();
  }));

test('purging deletes older records', async () => {
  const account = randomUUID();
  await claim(stores, [account, 'k', 'h']);
  await stores.idempotency.finish(account, 'k', response);
  await stores.idempotency.purge(new Date(stores.now().getTime() - 60_000));
  expect(await meet(stores, [account, 'k', 'h'])).not.toBeNull();
  expect(await stores.idempotency.purge(new Date(stores.now().getTime() + 1_000))).toBeGreaterThan(0);
  expect(await meet(stores, [account, 'k', 'h'])).toBeNull();
});

/** Change a bucket so that the next call finds these tokens, written so many milliseconds ago. */
async function setBucket(
  bucket: string,
  { tokens, msAgo }: { tokens?: number; msAgo: number },
): Promise<void> {
  const connection = await mongoose.createConnection(testStores.url).asPromise();
  // A time in the future counts as now, so no tokens are refilled meanwhile, however busy the machine is.
  const at = new Date(stores.now().getTime() + (msAgo === 0 ? 3_600_000 : -msAgo));
  const fields = { at, ...(tokens === undefined ? {} : { tokens }) };
  await connection.collection<{ _id: string }>('rate_limits').updateOne({ _id: bucket }, { $set: fields });
  await connection.close();
}

test('a bucket grants exactly its size at once to any number of gateways, and reports the wait', async () => {
  const bucket = randomUUID();
  const ask = { cost: 1, partial: false };
  const startedAt = stores.now().getTime();
  const states = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      (index % 2 ? stores : other).rateLimits.take(bucket, { perMinute: 6 }, ask),
    ),
  );
  // A token flows in every 10 s.
  const refilled = Math.floor((stores.now().getTime() - startedAt) / 10_000);
  const granted = states.filter(({ allowed }) => allowed).length;
  expect(granted).toBeGreaterThanOrEqual(6);
  expect(granted).toBeLessThanOrEqual(6 + refilled);
  await setBucket(bucket, { tokens: 0, msAgo: 0 });
  const refused = await stores.rateLimits.take(bucket, { perMinute: 6 }, ask);
  expect(refused).toMatchObject({ allowed: false, granted: 0, remaining: 0, retryAfterSeconds: 10 });
  expect(refused.resetSeconds).toBe(60);
});

test('grants all or nothing, or with partial the remaining tokens', async () => {
  const bucket = randomUUID();
  const limit = { perMinute: 10 };
  const take = async (cost: number, partial: boolean) => {
    await setBucket(bucket, { msAgo: 0 });
    return stores.rateLimits.take(bucket, limit, { cost, partial });
  };
  expect(await take(7, false)).toMatchObject({
    allowed: true,
    granted: 7,
    remaining: 3,
    retryAfterSeconds: 0,
  });
  expect(await take(5, false)).toMatchObject({
    allowed: false,
    granted: 0,
    remaining: 3,
    retryAfterSeconds: 12,
  });
  expect(await take(5, true)).toMatchObject({ allowed: true, granted: 3, remaining: 0 });
  expect(await take(5, true)).toMatchObject({ allowed: false, granted: 0, retryAfterSeconds: 6 });
});

test('after the announced wait, and not before, the next call is allowed', async () => {
  const bucket = randomUUID();
  const limit = { perMinute: 1 };
  await stores.rateLimits.take(bucket, limit, { cost: 1, partial: false });
  await setBucket(bucket, { tokens: 0, msAgo: 0 });
  const refused = await stores.rateLimits.take(bucket, limit, { cost: 1, partial: false });
  expect(refused).toMatchObject({ allowed: false, retryAfterSeconds: 60 });
  await setBucket(bucket, { tokens: 0, msAgo: 1_000 });
  const early = await other.rateLimits.take(bucket, limit, { cost: 1, partial: false });
  expect(early).toMatchObject({ allowed: false });
  await setBucket(bucket, { tokens: 0, msAgo: 60_000 });
  expect(await other.rateLimits.take(bucket, limit, { cost: 1, partial: false })).toMatchObject({
    allowed: true,
  });
  expect(await stores.rateLimits.purge(new Date(0))).toBe(0);
});
