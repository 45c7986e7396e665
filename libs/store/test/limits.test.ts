import type { Stores } from '@medley/store';
import mongoose from 'mongoose';
import { randomUUID } from 'node:crypto';
import { until } from '../../../tests/support/until';
import { StoreBench } from './test-stores';

const bench = new StoreBench();
let stores: Stores;
let other: Stores;

beforeAll(async () => {
  await bench.start();
  [stores, other] = [await bench.connect(), await bench.connect()];
}, 60_000);
afterAll(() => bench.stop());

const response = { status: 201, headers: { 'x-a.b': '$1' }, body: '{"a":"\u0000"}' };

test('of 20 requests with one key one may go on, the others meet it, and later get its answer', async () => {
  const [account, key] = [randomUUID(), '$ne/ключ'];
  const begun = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? stores : other).idempotency.begin(account, key, 'h'),
    ),
  );
  expect(begun.filter((record) => record === null)).toHaveLength(1);
  expect(begun.filter((record) => record !== null)).toEqual(
    Array(19).fill({ request_hash: 'h', response: null }),
  );
  await stores.idempotency.finish(account, key, response);
  await stores.idempotency.finish(account, key, { ...response, status: 500 });
  await stores.idempotency.abandon(account, key);
  expect(await other.idempotency.begin(account, key, 'x')).toEqual({ request_hash: 'h', response });
  expect(await other.idempotency.find(account, key)).toEqual({ request_hash: 'h', response });
  expect(await other.idempotency.begin(randomUUID(), key, 'x')).toBeNull();
});

test('an abandoned key is free again', async () => {
  const account = randomUUID();
  await stores.idempotency.begin(account, 'k', 'h');
  await stores.idempotency.abandon(account, 'k');
  expect(await stores.idempotency.find(account, 'k')).toBeNull();
  expect(await stores.idempotency.begin(account, 'k', 'other')).toBeNull();
});

test('an idempotency key is taken over from a request that is gone, and forgotten after a day', async () => {
  const account = randomUUID();
  const connection = await mongoose.createConnection(bench.url).asPromise();
  const backdate = async (ms: number): Promise<void> => {
    const begun_at = new Date(stores.now().getTime() - ms);
    await connection.collection('idempotency').updateMany({ request_hash: /^t/ }, { $set: { begun_at } });
  };
  await stores.idempotency.begin(account, 'k', 't1');
  await backdate(59_000);
  expect(await stores.idempotency.begin(account, 'k', 't2')).toEqual({ request_hash: 't1', response: null });
  await backdate(61_000);
  const takers = await Promise.all([1, 2, 3].map(() => stores.idempotency.begin(account, 'k', 't2')));
  expect(takers.filter((taker) => taker === null)).toHaveLength(1);
  await stores.idempotency.finish(account, 'k', response);
  await backdate(23.9 * 3_600_000);
  expect(await stores.idempotency.find(account, 'k')).toEqual({ request_hash: 't2', response });
  await backdate(24.1 * 3_600_000);
  expect(await stores.idempotency.find(account, 'k')).toBeNull();
  expect(await stores.idempotency.begin(account, 'k', 't3')).toBeNull();
  await connection.destroy();
});

test('purging removes what began before', async () => {
  const account = randomUUID();
  await stores.idempotency.begin(account, 'k', 'h');
  await stores.idempotency.finish(account, 'k', response);
  await stores.idempotency.purge(new Date(stores.now().getTime() - 60_000));
  expect(await stores.idempotency.find(account, 'k')).not.toBeNull();
  expect(await stores.idempotency.purge(new Date(stores.now().getTime() + 1_000))).toBeGreaterThan(0);
  expect(await stores.idempotency.find(account, 'k')).toBeNull();
});

test('a bucket grants exactly its size at once, however many gateways ask, and says how long to wait', async () => {
  const bucket = randomUUID();
  const ask = { cost: 1, partial: false };
  const states = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      (index % 2 ? stores : other).rateLimits.take(bucket, { perMinute: 6 }, ask),
    ),
  );
  expect(states.filter(({ allowed }) => allowed)).toHaveLength(6);
  const refused = states.find(({ allowed }) => !allowed);
  expect(refused).toMatchObject({ granted: 0, remaining: 0, retryAfterSeconds: 10 });
  expect(refused?.resetSeconds).toBe(60);
});

test('all or nothing unless partial; then what is left', async () => {
  const bucket = randomUUID();
  const limit = { perMinute: 10 };
  const take = (cost: number, partial: boolean) => stores.rateLimits.take(bucket, limit, { cost, partial });
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

test('after the announced wait the next call is allowed', async () => {
  const bucket = randomUUID();
  const limit = { perMinute: 60 };
  await stores.rateLimits.take(bucket, limit, { cost: 60, partial: false });
  const refused = await stores.rateLimits.take(bucket, limit, { cost: 1, partial: false });
  expect(refused).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
  const since = performance.now();
  await until(async () => (await other.rateLimits.take(bucket, limit, { cost: 1, partial: false })).allowed);
  expect(performance.now() - since).toBeLessThan(1_500);
  expect(await stores.rateLimits.purge(new Date(0))).toBe(0);
});
