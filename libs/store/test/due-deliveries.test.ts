import { until } from '@medley/testing';
import { receiverAddress, receiverHost, type Delivery } from '@medley/contracts';
import type { DueDelivery, Stores } from '@medley/store';
import mongoose, { type Connection } from 'mongoose';
import { randomUUID } from 'node:crypto';
import { makeTask, TestStores } from './test-stores';

const testStores = new TestStores();
const url = 'https://hooks.example.com:8443/tenant/a?token=1';
const dueAt = new Date('2026-01-01T00:00:00Z');
const now = new Date('2026-01-01T00:01:00Z');
let stores: Stores;
let database: Connection;

beforeAll(async () => {
  await testStores.start();
  stores = await testStores.connect();
  database = await mongoose.createConnection(testStores.url).asPromise();
});
beforeEach(() => database.collection('tasks').deleteMany({}));
afterAll(async () => {
  await database.destroy();
  await testStores.stop();
});

async function insertDue(next_attempt_at: Date): Promise<string> {
  const delivery: Delivery = {
    id: randomUUID(),
    event: 'task.completed',
    url,
    state: 'pending',
    created_at: dueAt,
    next_attempt_at,
    manual_requested_at: null,
    attempts: [],
    body: null,
  };
  const task = makeTask({ delivery });
  await stores.tasks.insert(task);
  return task.id;
}

const idsOf = (page: readonly DueDelivery[]): string[] => page.map(({ id }) => id);

test('pages from the oldest on return each due delivery once, however many are due at the same time', async () => {
  const same = await Promise.all(Array.from({ length: 7 }, () => insertDue(dueAt)));
  const last = await insertDue(new Date(dueAt.getTime() + 5));
  await insertDue(new Date(now.getTime() + 1));

  const pages: string[][] = [];
  let after: DueDelivery | null = null;
  do {
    const page: DueDelivery[] = await stores.tasks.dueDeliveries(now, { from: 'oldest', limit: 3, after });
    pages.push(idsOf(page));
    after = page.at(-1) ?? null;
  } while (after !== null);

  expect(pages.flat()).toEqual([...same.sort(), last]);
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 2, 0]);
});

test('a page from the newest on returns what became due last, in the order of the due times', async () => {
  await insertDue(dueAt);
  const newest = [await insertDue(new Date(dueAt.getTime() + 1)), await insertDue(now)];
  expect(idsOf(await stores.tasks.dueDeliveries(now, { from: 'newest', limit: 2 }))).toEqual(newest);
});

test('a delivery tells its receiver; one of the version before only the host', async () => {
  const id = await insertDue(dueAt);
  const read = (): Promise<DueDelivery[]> => stores.tasks.dueDeliveries(now, { from: 'newest', limit: 9 });
  const host = 'hooks.example.com:8443';
  expect(await read()).toMatchObject([{ id, due_at: dueAt, host, address: receiverAddress(url) }]);

  await database.collection('tasks').updateMany({}, { $unset: { receiver: 1 } });
  expect(await read()).toMatchObject([{ id, host, address: host }]);
});

test('due deliveries are read from the index alone, not from the documents', async () => {
  for (let index = 0; index < 4; index += 1) await insertDue(dueAt);
  const [first] = await stores.tasks.dueDeliveries(now, { from: 'oldest', limit: 1, after: null });
  const readBy = async (act: () => Promise<unknown>): Promise<number> => {
    const before = await documentsRead();
    await act();
    return (await documentsRead()) - before;
  };
  // The count is that of the whole server, which now and then also reads something for itself.
  await until(async () => {
    const read = await readBy(async () => {
      await stores.tasks.dueDeliveries(now, { from: 'oldest', limit: 3, after: first ?? null });
      await stores.tasks.dueDeliveries(now, { from: 'newest', limit: 3 });
    });
    return read === 0;
  });
  expect(await readBy(() => stores.tasks.find(first?.id ?? ''))).toBeGreaterThan(0);
});

async function documentsRead(): Promise<number> {
  const status = await database.db?.admin().command({ serverStatus: 1 });
  return Number(status?.metrics.queryExecutor.scannedObjects);
}

test('the address of a receiver is scheme, host, port and path, not the query', () => {
  const same = ['https://HOOKS.example.com:8443/tenant/a', `${url}&more=2`, `${url}#part`];
  expect(new Set([url, ...same].map(receiverAddress)).size).toBe(1);
  const others = ['/tenant/b?token=1', '/tenant/a/', ''].map(
    (path) => `https://hooks.example.com:8443${path}`,
  );
  const elsewhere = ['http://hooks.example.com:8443/tenant/a', 'https://hooks.example.com/tenant/a'];
  expect(new Set([url, ...others, ...elsewhere].map(receiverAddress)).size).toBe(6);
  expect(receiverHost('https://hooks.example.com/x')).toBe('hooks.example.com');
});
