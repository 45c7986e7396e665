import { randomUUID } from 'node:crypto';
import type { Task } from '@medley/contracts';
import type { Settlement, Stores } from '@medley/store';
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

/** A task that has ended before it is stored, with its settlement. */
function endedFor(
  account_id: string,
  { reserved, charged, key_id = null }: { reserved: number; charged: number; key_id?: string | null },
): { task: Task; settlement: Settlement } {
  const task = taskFor(account_id, reserved);
  const cost = { ...task.cost, charged, settled: true };
  const usage = [{ step: 'depersonalize' as const, charged, media_seconds: 0, characters: 9, tokens: 0 }];
  const { id: task_id, created_at } = task;
  return {
    task: { ...task, key_id, status: 'completed', completed_at: created_at, cost },
    settlement: { account_id, task_id, key_id, created_at, reserved, extensions: 0, charged, usage },
  };
}

const totalsOf = async (id: string): Promise<unknown> => {
  const { balance, reserved, charged } = (await stores.accounts.find(id)) ?? {};
  return { balance, reserved, charged };
};

test('a task that has ended is charged in the write that stores it, and never counts as unfinished', async () => {
  const id = await open(100);
  const { task, settlement } = endedFor(id, { reserved: 30, charged: 20 });
  expect(await stores.creations.create(task, { unfinishedMax: 1, settlement })).toBe('reserved');
  expect(await totalsOf(id)).toEqual({ balance: 80, reserved: 0, charged: 20 });
  expect(await stores.creations.create(taskFor(id, 1), { unfinishedMax: 1 })).toBe('reserved');
  const { items } = await stores.accounts.ledger(id, { limit: 10, offset: 0 });
  const own = items.filter(({ task_id }) => task_id === task.id);
  expect(own.map(({ kind }) => kind)).toEqual(['settle', 'reserve']);
  expect(own[0]).toMatchObject({ balance: 10, reserved: -30, charged: 20, usage: settlement.usage });
  expect(own[0]).not.toHaveProperty('with_task');
});

test('a task that has ended needs the balance of its whole reservation', async () => {
  const id = await open(29);
  const { task, settlement } = endedFor(id, { reserved: 30, charged: 20 });
  expect(await stores.creations.create(task, { unfinishedMax: null, settlement })).toBe('unaffordable');
  expect(await isStored(task)).toBe(false);
  expect(await totalsOf(id)).toEqual({ balance: 29, reserved: 0, charged: 0 });
});

test.each(['release', 'repair'] as const)(
  'what an ended task was charged is taken back when it could not be stored: %s',
  async (way) => {
    const id = await open(100);
    const origin = randomUUID();
    const key_id = (await stores.keys.create(id, null)).key.id;
    await stores.budgets.set(id, key_id, { limit: 1_000, period: 'day' });
    await stores.creations.create(taskFor(id, 1), { unfinishedMax: null, origin });
    const { task, settlement } = endedFor(id, { reserved: 30, charged: 20, key_id });
    const refused = stores.creations.create(task, { unfinishedMax: null, origin, settlement });
    await expect(refused).rejects.toThrow(/duplicate key/);
    expect(await totalsOf(id)).toEqual({ balance: 79, reserved: 1, charged: 20 });
    if (way === 'release') await stores.accounts.release(id, task.id, 30);
    else await stores.accounts.repair(new Date(stores.now().getTime() + 1_000));
    expect(await totalsOf(id)).toEqual({ balance: 99, reserved: 1, charged: 0 });
    const { items } = await stores.accounts.ledger(id, { limit: 10, offset: 0 });
    const own = items.filter(({ task_id }) => task_id === task.id);
    expect(own.map(({ kind }) => kind).sort()).toEqual(['refund', 'reserve', 'settle']);
    for (const field of ['balance', 'reserved', 'charged'] as const)
      expect(own.reduce((sum, entry) => sum + entry[field], 0)).toBe(0);
    const today = stores.now().toISOString().slice(0, 10);
    const cells = await stores.usage.read(id, { from: today, to: today });
    expect(cells.map(({ tasks, charged, characters }) => [tasks, charged, characters])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect((await stores.budgets.list(id)).get(key_id)).toMatchObject({ spent: 0 });
  },
);

test('of the budget of its key an ended task takes what it was charged', async () => {
  const id = await open(100);
  const key_id = (await stores.keys.create(id, null)).key.id;
  await stores.budgets.set(id, key_id, { limit: 50, period: 'day' });
  const first = endedFor(id, { reserved: 30, charged: 20, key_id });
  const second = endedFor(id, { reserved: 31, charged: 1, key_id });
  const terms = { unfinishedMax: null };
  expect(await stores.creations.create(first.task, { ...terms, settlement: first.settlement })).toBe(
    'reserved',
  );
  expect(await stores.creations.create(second.task, { ...terms, settlement: second.settlement })).toBe(
    'over_budget',
  );
  expect((await stores.budgets.list(id)).get(key_id)).toMatchObject({ spent: 20 });
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
