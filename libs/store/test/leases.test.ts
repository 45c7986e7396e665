import { randomUUID } from 'node:crypto';
import type { Stores } from '@medley/store';
import { until } from '@medley/testing';
import { TestStores } from './test-stores';

const testStores = new TestStores();
let stores: Stores;
let other: Stores;

beforeAll(async () => {
  await testStores.start();
  [stores, other] = [await testStores.connect(), await testStores.connect()];
});
afterAll(() => testStores.stop());

const HOUR_MS = 3_600_000;

test('of many processes that ask at a time, one acquires a lease', async () => {
  const name = randomUUID();
  const granted = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? stores : other).leases.acquire(name, String(index), HOUR_MS),
    ),
  );
  expect(granted.filter(Boolean)).toHaveLength(1);
});

test('a lease is renewed by its holder, and refused to others', async () => {
  const name = randomUUID();
  await stores.leases.acquire(name, 'a', HOUR_MS);
  expect(await stores.leases.acquire(name, 'a', HOUR_MS)).toBe(true);
  expect(await other.leases.acquire(name, 'b', HOUR_MS)).toBe(false);
});

test('a lease that was not renewed in time is acquired by another process, and refused to its old holder', async () => {
  const name = randomUUID();
  await stores.leases.acquire(name, 'a', 1);
  await until(() => other.leases.acquire(name, 'b', HOUR_MS));
  expect(await stores.leases.acquire(name, 'a', HOUR_MS)).toBe(false);
});

test('a lease is given back by its holder only', async () => {
  const name = randomUUID();
  await stores.leases.acquire(name, 'a', HOUR_MS);
  await other.leases.release(name, 'b');
  expect(await other.leases.acquire(name, 'b', HOUR_MS)).toBe(false);
  await stores.leases.release(name, 'a');
  expect(await other.leases.acquire(name, 'b', HOUR_MS)).toBe(true);
});
