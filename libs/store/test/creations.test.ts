import { randomUUID } from 'node:crypto';
import type { Task } from '@medley/contracts';
import type { Stores } from '@medley/store';
import fc from 'fast-check';
import mongoose, { type Connection } from 'mongoose';
import { makeTask, TestStores } from './test-stores';

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

const open = async (balance: number): Promise<string> =>
  (await stores.accounts.create({ name: 'n', tariff: 'free', balance })).id;

function taskFor(account_id: string, reserved: number): Task {
  const task = makeTask({ account_id });
  return { ...task, cost: { ...task.cost, reserved } };
}

const isStored = async (task: Task): Promise<boolean> => (await stores.tasks.find(task.id)) !== null;

test('of concurrent creations those that fit are stored, in the order of the requests', async () => {
  const id = await open(10);
  const tasks = [6, 6, 0, 4, 0].map((units) => taskFor(id, units));
  const outcomes = await Promise.all(
    tasks.map((task) => stores.creations.create(task, { unfinishedMax: 3 })),
  );
  expect(outcomes).toEqual(['reserved', 'unaffordable', 'reserved', 'reserved', 'too_many_tasks']);
  expect(await Promise.all(tasks.map(isStored))).toEqual([true, false, true, true, false]);
  expect(await stores.accounts.find(id)).toMatchObject({ balance: 0, reserved: 10 });
});

test('a task that cannot be stored affects neither its neighbours nor their reservations', async () => {
  const id = await open(100);
  const origin = randomUUID();
  await stores.creations.create(taskFor(id, 1), { unfinishedMax: null, origin });
  const tasks = [1, 2, 3, 4, 5].map((units) => taskFor(id, units));
  const outcomes = await Promise.allSettled(
    tasks.map((task, index) =>
      stores.creations.create(task, { unfinishedMax: null, ...(index % 2 && { origin }) }),
    ),
  );
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true]);
  expect(await Promise.all(tasks.map(isStored))).toEqual([true, false, true, false, true]);
  for (const refused of [tasks[1], tasks[3]]) {
    if (refused) await stores.accounts.release(id, refused.id, refused.cost.reserved);
  }
  expect(await stores.accounts.find(id)).toMatchObject({ balance: 90, reserved: 10 });
});

test('an unknown account gets no task and is not created; one that is being erased gets none either', async () => {
  const [unknown, erased] = [randomUUID(), await open(10)];
  await stores.erasure.begin(erased);
  for (const id of [unknown, erased]) {
    const task = taskFor(id, 0);
    expect(await stores.creations.create(task, { unfinishedMax: null })).toBe('unaffordable');
    expect(await isStored(task)).toBe(false);
  }
  const accounts = database.collection<{ _id: string }>('accounts');
  expect(await accounts.countDocuments({ _id: { $in: [unknown, ''] } })).toBe(0);
});

test('an account of an older version without a counter gets its tasks', async () => {
  const id = await open(10);
  await stores.creations.create(taskFor(id, 1), { unfinishedMax: null });
  const accounts = database.collection<{ _id: string }>('accounts');
  await accounts.updateOne({ _id: id }, { $unset: { unfinished: 1 } });
  expect(await stores.creations.create(taskFor(id, 1), { unfinishedMax: 2 })).toBe('reserved');
  expect(await stores.creations.create(taskFor(id, 1), { unfinishedMax: 2 })).toBe('too_many_tasks');
});

test('whatever is created by two processes at once, the account has reserved exactly what its stored tasks reserve', async () => {
  const creation = fc.record({
    by: fc.boolean(),
    units: fc.nat(30),
    unfinishedMax: fc.option(fc.integer({ min: 1, max: 12 })),
    origin: fc.option(fc.nat(3)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(creation, { maxLength: 25 }), fc.nat(200), async (creations, balance) => {
      const id = await open(balance);
      const tasks = creations.map(({ units }) => taskFor(id, units));
      await Promise.all(
        creations.map(async ({ by, unfinishedMax, origin }, index) => {
          const [store, task] = [by ? stores : other, tasks[index] ?? makeTask()];
          const terms = { unfinishedMax, ...(origin !== null && { origin: `${id}/${origin}` }) };
          await store.creations.create(task, terms).catch(async () => {
            await store.accounts.release(id, task.id, task.cost.reserved);
          });
        }),
      );
      const stored = [];
      for (const task of tasks) if (await isStored(task)) stored.push(task.cost.reserved);
      const reserved = stored.reduce((sum, units) => sum + units, 0);
      expect(await stores.accounts.find(id)).toMatchObject({ balance: balance - reserved, reserved });
      const probe = await stores.creations.create(taskFor(id, 1_000), { unfinishedMax: stored.length + 1 });
      expect(probe).toBe('unaffordable');
    }),
    { numRuns: 10 },
  );
});
