import { randomUUID } from 'node:crypto';
import type { ReservationOutcome, Stores } from '@medley/store';
import type { Task } from '@medley/contracts';
import mongoose, { type Connection } from 'mongoose';
import { reservationRequest, makePipeline, makeTask, TestStores } from './test-stores';

const testStores = new TestStores();
let stores: Stores;
let other: Stores;
let database: Connection;

beforeAll(async () => {
  await testStores.start();
  [stores, other] = [await testStores.connect(), await testStores.connect()];
  database = await mongoose.createConnection(testStores.url).asPromise();
});
afterAll(async () => {
  await database.destroy();
  await testStores.stop();
});

const open = async (balance = 1_000): Promise<string> =>
  (await stores.accounts.create({ name: 'n', tariff: 'free', balance })).id;

/** Changes an account directly in the database, as an older version or a bug might have left it. */
const change = (id: string, update: Record<string, unknown>): Promise<unknown> =>
  database.collection<{ _id: string }>('accounts').updateOne({ _id: id }, update);

async function createTask(account_id: string, units = 1): Promise<Task> {
  const task = makeTask({ account_id });
  expect(await stores.accounts.reserve(account_id, task.id, reservationRequest(units))).toBe('reserved');
  await stores.tasks.insert(task);
  return task;
}

const settle = ({ account_id, id }: Task): Promise<void> =>
  stores.accounts.settle([{ account_id, task_id: id, reserved: 1, extensions: 0, charged: 1 }]);

/** The counted number of tasks, found by the caps that refuse one more. */
async function expectUnfinished(id: string, count: number): Promise<void> {
  const ask = (cap: number): Promise<ReservationOutcome> =>
    stores.accounts.reserve(id, randomUUID(), reservationRequest(1_000_000, cap));
  expect(await ask(count + 1)).toBe('unaffordable');
  if (count > 0) expect(await ask(count)).toBe('too_many_tasks');
}

/** Recounts all accounts once. */
async function recountAll(): Promise<number> {
  const { total } = await stores.accounts.list({ limit: 1, offset: 0 });
  let corrected = 0;
  for (let page = 0; page <= total / 100; page += 1) corrected += await stores.accounts.recount();
  return corrected;
}

test('concurrent reservations from two processes reach a cap and never exceed it', async () => {
  const id = await open(1_000_000);
  const outcomes = await Promise.all(
    Array.from({ length: 210 }, async (_, index) => {
      const { accounts, tasks } = index % 2 ? stores : other;
      const task = makeTask({ account_id: id });
      const outcome = await accounts.reserve(id, task.id, reservationRequest(index % 3, 100));
      if (outcome === 'reserved') await tasks.insert(task);
      return outcome;
    }),
  );
  expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(100);
  expect(outcomes.filter((outcome) => outcome === 'too_many_tasks')).toHaveLength(110);
  await expectUnfinished(id, 100);
});

test('remaining balance and places are granted in the order of the requests', async () => {
  const id = await open(10);
  const asked = [6, 6, 0, 4, 0].map((units) => reservationRequest(units, 3));
  const outcomes = await Promise.all(asked.map((one) => stores.accounts.reserve(id, randomUUID(), one)));
  expect(outcomes).toEqual(['reserved', 'unaffordable', 'reserved', 'reserved', 'too_many_tasks']);
});

test('a task counts until it is settled or refunded, and is subtracted once', async () => {
  const id = await open();
  const [first] = [await createTask(id), await createTask(id)];
  const unstored = randomUUID();
  await stores.accounts.reserve(id, unstored, reservationRequest(0));
  await expectUnfinished(id, 3);
  await Promise.all([settle(first), settle(first), stores.accounts.release(id, unstored, 0)]);
  await stores.accounts.release(id, unstored, 0);
  await settle(first);
  await expectUnfinished(id, 1);
});

test('an account at its cap accepts the next task as soon as an ended one is settled', async () => {
  const id = await open();
  const task = await createTask(id);
  await stores.tasks.update(task.id, task.rev, { set: { status: 'completed' } });
  const next = stores.accounts.reserve(id, randomUUID(), reservationRequest(1, 1));
  await settle(task);
  expect(await next).toBe('reserved');
});

test('the counter of an account of an older version is computed from its tasks before its first use', async () => {
  const ids = await Promise.all([open(), open(), open()]);
  for (const id of ids) {
    const [settled] = [await createTask(id), await createTask(id), await createTask(id)];
    await settle(settled);
    await change(id, { $unset: { unfinished: 1, pipelines: 1 } });
  }
  const [reserving, settling, refunding] = ids;
  await expectUnfinished(reserving, 2);
  await settle(await createTask(settling));
  await expectUnfinished(settling, 2);
  const unstored = randomUUID();
  await stores.accounts.reserve(refunding, unstored, reservationRequest(5));
  await change(refunding, { $unset: { unfinished: 1 } });
  await stores.accounts.release(refunding, unstored, 5);
  await expectUnfinished(refunding, 2);
  await stores.pipelines.create(makePipeline({ account_id: reserving }), { max: 1 });
  expect(await stores.pipelines.create(makePipeline({ account_id: reserving }), { max: 1 })).toBe(false);
});

test('the recount corrects a wrong counter and keeps a correct one, whatever happens concurrently', async () => {
  const [wrong, right] = [await open(), await open()];
  // Accounts of other tests.
  await recountAll();
  await createTask(wrong);
  await stores.accounts.reserve(wrong, randomUUID(), reservationRequest(1));
  await change(wrong, { $set: { unfinished: 55 } });
  const busy = Array.from({ length: 20 }, async () => settle(await createTask(right)));
  const recounts = await Promise.all([...busy.map(recountAll), ...busy]);
  await recountAll();
  expect(recounts.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(1);
  await expectUnfinished(wrong, 2);
  await expectUnfinished(right, 0);
});

test('templates created by two processes never exceed their cap, and a deleted one frees a place', async () => {
  const account_id = await open();
  const made = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      (index % 2 ? stores : other).pipelines.create(makePipeline({ account_id }), { max: 10 }),
    ),
  );
  expect(made.filter(Boolean)).toHaveLength(10);
  const { items } = await stores.pipelines.list(account_id, { limit: 10, offset: 0 });
  const removed = await Promise.all([1, 2, 3].map(() => stores.pipelines.remove(items[0]?.id ?? '')));
  expect(removed.filter(Boolean)).toHaveLength(1);
  expect(await stores.pipelines.create(makePipeline({ account_id }), { max: 10 })).toBe(true);
  expect(await stores.pipelines.create(makePipeline({ account_id }), { max: 10 })).toBe(false);
});

test('a template that is counted but not stored after a crash is corrected after a minute, not earlier', async () => {
  const account_id = await open();
  await stores.pipelines.create(makePipeline({ account_id }), { max: 2 });
  await change(account_id, { $set: { pipelines: 2, pipelines_at: stores.now() } });
  await recountAll();
  expect(await stores.pipelines.create(makePipeline({ account_id }), { max: 2 })).toBe(false);
  await change(account_id, { $set: { pipelines_at: new Date(stores.now().getTime() - 60_001) } });
  await recountAll();
  expect(await stores.pipelines.create(makePipeline({ account_id }), { max: 2 })).toBe(true);
});
