import type { LedgerEntry, Stores } from '@medley/store';
import { randomUUID } from 'node:crypto';
import { reservationRequest, makeTask, TestStores } from './test-stores';

const testStores = new TestStores();
let stores: Stores;

beforeAll(async () => {
  await testStores.start();
  stores = await testStores.connect();
});
afterAll(() => testStores.stop());

const open = (balance: number): Promise<string> =>
  stores.accounts.create({ name: 'Ada', tariff: 'free', balance }).then(({ id }) => id);

async function totals(id: string): Promise<[number, number, number]> {
  const account = await stores.accounts.find(id);
  if (!account) throw new Error('no account');
  return [account.balance, account.reserved, account.charged];
}

async function ledger(id: string): Promise<LedgerEntry[]> {
  return (await stores.accounts.ledger(id, { limit: 100, offset: 0 })).items;
}

const soon = (): Date => new Date(stores.now().getTime() + 1_000);

test('an account has an encrypted webhook secret; a rotation keeps the previous one', async () => {
  const account = await stores.accounts.create({ name: 'Ada', tariff: 'free', balance: 5 });
  expect(account.webhook_secrets).toHaveLength(1);
  expect(account.webhook_secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const [first] = account.webhook_secrets;
  const second = (await stores.accounts.rotateWebhookSecret(account.id))?.webhook_secrets;
  expect(second).toEqual([expect.stringMatching(/^whsec_/), first]);
  const third = (await stores.accounts.rotateWebhookSecret(account.id))?.webhook_secrets;
  expect(third).toHaveLength(2);
  expect(third?.[1]).toBe(second?.[0]);
  expect(await stores.accounts.find(account.id)).toEqual({ ...account, webhook_secrets: third });
  expect(await stores.accounts.rotateWebhookSecret(randomUUID())).toBeNull();
});

test('reserve, settle and credit change the totals, and each is in the ledger once', async () => {
  const account_id = await open(1_000);
  const task = makeTask({ account_id });
  expect(await stores.accounts.reserve(account_id, task.id, reservationRequest(300))).toBe('reserved');
  await stores.tasks.insert(task);
  expect(await totals(account_id)).toEqual([700, 300, 0]);
  const settlement = { account_id, task_id: task.id, reserved: 300, extensions: 0, charged: 120 };
  await stores.accounts.settle([settlement]);
  await stores.accounts.settle([settlement, settlement]);
  expect(await totals(account_id)).toEqual([880, 0, 120]);
  expect((await stores.tasks.find(task.id))?.cost.settled).toBe(true);
  expect((await stores.accounts.credit(account_id, 50))?.balance).toBe(930);
  const entries = await ledger(account_id);
  expect(entries.map(({ kind }) => kind).sort()).toEqual(['credit', 'opening', 'reserve', 'settle']);
  expect(entries.find(({ kind }) => kind === 'settle')).toMatchObject({
    task_id: task.id,
    balance: 180,
    reserved: -300,
    charged: 120,
  });
});

test('of concurrent reservations the affordable ones succeed, however large the others are', async () => {
  const id = await open(100);
  const units = [30, 500, 30, 90, 30, 30, 0];
  const outcomes = await Promise.all(
    units.map((each) => stores.accounts.reserve(id, randomUUID(), reservationRequest(each))),
  );
  const [yes, no] = ['reserved', 'unaffordable'];
  expect(outcomes).toEqual([yes, no, yes, no, yes, no, yes]);
  expect(await totals(id)).toEqual([10, 90, 0]);
});

test('the last settlement may make the balance negative, and then not even a free task is created', async () => {
  const account_id = await open(100);
  const task = makeTask({ account_id });
  await stores.accounts.reserve(account_id, task.id, reservationRequest(100));
  await stores.tasks.insert(task);
  expect(await stores.accounts.reserve(account_id, randomUUID(), reservationRequest(0))).toBe('reserved');
  await stores.accounts.settle([
    { account_id, task_id: task.id, reserved: 100, extensions: 0, charged: 130 },
  ]);
  expect(await totals(account_id)).toEqual([-30, 0, 130]);
  expect(await stores.accounts.reserve(account_id, randomUUID(), reservationRequest(0))).toBe('unaffordable');
  expect(await stores.accounts.reserve(account_id, randomUUID(), reservationRequest(1))).toBe('unaffordable');
});

test('an unknown account cannot reserve or be credited', async () => {
  expect(await stores.accounts.reserve(randomUUID(), randomUUID(), reservationRequest(1))).toBe(
    'unaffordable',
  );
  expect(await stores.accounts.reserve(randomUUID(), randomUUID(), reservationRequest(0))).toBe(
    'unaffordable',
  );
  expect(await stores.accounts.credit(randomUUID(), 5)).toBeNull();
});

test('a reservation is refunded once, and never after its task was stored', async () => {
  const account_id = await open(100);
  const [unstored, task] = [randomUUID(), makeTask({ account_id })];
  await stores.accounts.reserve(account_id, unstored, reservationRequest(40));
  await stores.accounts.reserve(account_id, task.id, reservationRequest(10));
  await stores.tasks.insert(task);
  await Promise.all([1, 2, 3].map(() => stores.accounts.release(account_id, unstored, 40)));
  await ledger(account_id);
  await stores.accounts.release(account_id, unstored, 40);
  await stores.accounts.release(account_id, task.id, 10);
  expect(await totals(account_id)).toEqual([90, 10, 0]);
});

test('a task that appears after its refund is settled without a charge', async () => {
  const account_id = await open(100);
  const task = makeTask({ account_id });
  await stores.accounts.reserve(account_id, task.id, reservationRequest(40));
  await stores.accounts.release(account_id, task.id, 40);
  await stores.tasks.insert(task);
  await stores.accounts.settle([{ account_id, task_id: task.id, reserved: 40, extensions: 0, charged: 15 }]);
  expect(await totals(account_id)).toEqual([100, 0, 0]);
  expect((await stores.tasks.find(task.id))?.cost.settled).toBe(true);
});

test('repair refunds reservations whose task was never stored, and only those', async () => {
  const account_id = await open(100);
  const task = makeTask({ account_id });
  await stores.accounts.reserve(account_id, randomUUID(), reservationRequest(25));
  await stores.accounts.reserve(account_id, task.id, reservationRequest(10));
  await stores.tasks.insert(task);
  await stores.accounts.repair(new Date(stores.now().getTime() - 60_000));
  expect(await totals(account_id)).toEqual([65, 35, 0]);
  await stores.accounts.repair(soon());
  await stores.accounts.repair(soon());
  expect(await totals(account_id)).toEqual([90, 10, 0]);
  const kinds = (await ledger(account_id)).map(({ kind }) => kind).sort();
  expect(kinds).toEqual(['opening', 'refund', 'reserve', 'reserve']);
});

test('settled tasks become due within a second after their present expiry, those to purge at once', async () => {
  const account_id = await open(1_000);
  const known = new Date('2030-01-01T00:00:00.001Z');
  const changed = new Date('2031-01-01T00:00:00.000Z');
  const now = new Date();
  const expiring = Array.from({ length: 20 }, () => makeTask({ account_id, expires_at: known }));
  const unknown = makeTask({ account_id, expires_at: changed });
  const extended = makeTask({ account_id, expires_at: changed });
  const deleted = makeTask({ account_id, expires_at: known, delete_requested_at: now, wake_at: now });
  const tasks = [...expiring, unknown, extended, deleted];
  await Promise.all(tasks.map((task) => stores.tasks.insert(task)));
  await stores.accounts.settle(
    tasks.map(({ id }) => ({
      ...{ account_id, task_id: id, reserved: 0, extensions: 0, charged: 0 },
      ...(id !== unknown.id && { expires_at: known }),
    })),
  );
  const stored = await Promise.all(tasks.map(({ id }) => stores.tasks.find(id)));
  expect(stored.filter((task) => !task?.cost.settled)).toEqual([]);
  const due = stored.map((task) => task?.wake_at?.getTime() ?? 0);
  const late = due.slice(0, 20).map((time) => time - known.getTime());
  expect(late.filter((time) => time < 0 || time >= 1_000)).toEqual([]);
  expect(due.slice(20)).toEqual([changed.getTime(), changed.getTime(), now.getTime()]);
});

test('50 settlements of the same task from three processes charge it once', async () => {
  const all = [stores, await testStores.connect(), await testStores.connect()];
  const account_id = await open(1_000);
  const tasks = Array.from({ length: 10 }, () => makeTask({ account_id }));
  for (const task of tasks) {
    await stores.accounts.reserve(account_id, task.id, reservationRequest(50));
    await stores.tasks.insert(task);
  }
  const settlements = tasks.map(({ id }) => ({
    account_id,
    task_id: id,
    reserved: 50,
    extensions: 0,
    charged: 20,
  }));
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const pair = [settlements[index % 10], settlements[(index + 3) % 10]].flatMap((s) => s ?? []);
      await all[index % 3]?.accounts.settle(pair);
    }),
  );
  expect(await totals(account_id)).toEqual([800, 0, 200]);
});

test('extensions within the balance are granted, others are refused, and the balance never becomes negative', async () => {
  const account_id = await open(100);
  const tasks = Array.from({ length: 5 }, () => makeTask({ account_id }));
  for (const task of tasks) await stores.tasks.insert(task);
  const extend = (units: number, at: number): Promise<boolean> =>
    stores.accounts.extend({ account_id, task_id: tasks[at]?.id ?? '', index: 1, units });
  expect(await Promise.all([60, 70, 30, 11, 10].map(extend))).toEqual([true, false, true, false, true]);
  expect(await totals(account_id)).toEqual([0, 100, 0]);
  expect(await extend(60, 0)).toBe(true);
  expect(await totals(account_id)).toEqual([0, 100, 0]);
});
