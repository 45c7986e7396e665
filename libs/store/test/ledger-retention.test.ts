import mongoose, { type Connection } from 'mongoose';
import type { LedgerEntry, Stores } from '@medley/store';
import { makeTask, TestStores } from './test-stores';

const DAY_MS = 86_400_000;
const RETENTION_DAYS = 90;
const testStores = new TestStores();
let stores: Stores;
let connection: Connection;
let accountId: string;

beforeAll(async () => {
  await testStores.start();
  stores = await testStores.connect();
  connection = await mongoose.createConnection(testStores.url).asPromise();
  await connection
    .collection<{ _id: string; through: string }>('usage_state')
    .insertOne({ _id: 'ledger', through: dayAgo(1) });
});
afterAll(async () => {
  await connection.close();
  await testStores.stop();
});
beforeEach(async () => {
  // A fold looks at accounts in turn; with one account, each call looks at it.
  await connection.collection('accounts').deleteMany({});
  const account = await stores.accounts.create({ name: 'Ada', tariff: 'free', balance: 1_000_000 });
  accountId = account.id;
});

const ago = (days: number): Date => new Date(stores.now().getTime() - days * DAY_MS);
const dayAgo = (days: number): string => ago(days).toISOString().slice(0, 10);
const fold = (by = stores, days = RETENTION_DAYS): Promise<number> => by.accounts.foldLedger(ago(days));

/** A task that was charged; its entries are as old as it is. */
async function settle(charged: number, days: number): Promise<string> {
  const base = makeTask({ account_id: accountId });
  const task = { ...base, cost: { ...base.cost, reserved: 2 * charged } };
  await stores.creations.create(task, { unfinishedMax: null });
  const facts = { account_id: accountId, task_id: task.id, reserved: 2 * charged, extensions: 0, charged };
  await stores.accounts.settle([facts]);
  await entries();
  await connection.collection('ledger').updateMany({ task_id: task.id }, { $set: { at: ago(days) } });
  await connection.collection('ledger').updateMany({ kind: 'opening' }, { $set: { at: ago(400) } });
  return task.id;
}

async function entries(): Promise<LedgerEntry[]> {
  const found: LedgerEntry[] = [];
  for (let page = await stores.accounts.ledgerAfter(accountId, null, 1_000); page.length > 0;) {
    found.push(...page);
    page = await stores.accounts.ledgerAfter(accountId, page.at(-1) ?? null, 1_000);
  }
  return found;
}

function sumOf(found: readonly LedgerEntry[]): number[] {
  const sum = (name: 'balance' | 'reserved' | 'charged'): number =>
    found.reduce((total, entry) => total + entry[name], 0);
  return [sum('balance'), sum('reserved'), sum('charged')];
}

async function totals(): Promise<number[]> {
  const account = await stores.accounts.find(accountId);
  return [account?.balance ?? 0, account?.reserved ?? 0, account?.charged ?? 0];
}

test('entries older than the retention become part of the opening entry; sums and totals stay', async () => {
  await stores.accounts.credit(accountId, 77);
  await settle(10, 120);
  await settle(20, 91);
  const young = await settle(40, 89);
  const before = await totals();

  expect(await fold()).toBe(4);
  const left = await entries();
  expect(left.map(({ kind, task_id }) => [kind, task_id])).toEqual([
    ['credit', null],
    ...['settle', 'reserve'].map((kind) => [kind, young]),
    ['opening', null],
  ]);
  expect(left.at(-1)).toMatchObject({ balance: 1_000_000 - 30, reserved: 0, charged: 30 });
  expect([sumOf(left), await totals()]).toEqual([before, before]);
  // The time of the opening says what it covers.
  const opened = left.at(-1)?.at.getTime() ?? 0;
  expect([opened >= ago(91).getTime() - 60_000, opened < ago(89).getTime()]).toEqual([true, true]);
  expect(await fold()).toBe(0);
  expect((await stores.accounts.ledger(accountId, { limit: 10, offset: 0 })).items).toEqual(left);
});

test('a process that dies in the middle changes no sum, and the next one completes its work', async () => {
  await settle(10, 120);
  const before = await totals();
  let hasCrashed = false;
  const crashing = await testStores.connect({
    failPoint: (after) => {
      if (after !== 'ledger fold' || hasCrashed) return;
      hasCrashed = true;
      throw new Error('killed');
    },
  });
  await expect(fold(crashing)).rejects.toThrow('killed');
  expect(sumOf(await entries())).toEqual(before);
  expect((await entries()).map(({ kind }) => kind)).toEqual(['opening']);
  await settle(5, 80);
  await settle(5, 10);
  // Some days later.
  expect(await fold(stores, 70)).toBe(2);
  expect(sumOf(await entries())).toEqual(await totals());
  expect(await connection.collection('ledger').countDocuments({ account_id: accountId })).toBe(3);
});

test('several processes at once, and more entries than one write takes, many of one moment, lose and double nothing', async () => {
  const count = 12_000;
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ _id: `${accountId}:${index}`, account_id: accountId, task_id: null, kind: 'credit' },
    // Half of them within few moments, as settlements that share a write.
    ...{ balance: index, reserved: 0, charged: 0, at: ago(index % 2 === 0 ? 100 : 100 + index) },
  }));
  await connection.collection<{ _id: string }>('ledger').insertMany(rows);
  const sum = (count * (count - 1)) / 2;
  await connection.collection('accounts').updateMany({}, { $inc: { balance: sum } });
  const processes = await Promise.all([1, 2, 3].map(() => testStores.connect()));

  let folded = 0;
  while (folded < count) {
    for (const part of await Promise.all(processes.map((one) => fold(one)))) folded += part;
  }
  expect(folded).toBe(count);
  expect(sumOf(await entries())).toEqual(await totals());
  expect(await entries()).toHaveLength(1);
});

test('an account waits while an old task is not charged, and while a movement is not in the ledger', async () => {
  const unsettled = await settle(10, 120);
  const tasks = connection.collection<{ _id: string }>('tasks');
  const markTask = (settled: boolean): Promise<unknown> =>
    tasks.updateOne({ _id: unsettled }, { $set: { created_at: ago(121), 'cost.settled': settled } });
  await markTask(false);
  expect(await fold()).toBe(0);
  await markTask(true);

  const late = {
    id: 'late',
    task_id: null,
    kind: 'credit',
    balance: 3,
    reserved: 0,
    charged: 0,
    at: ago(119),
  };
  const accounts = connection.collection<{ movements: object[] }>('accounts');
  await accounts.updateOne({}, { $push: { movements: late }, $inc: { balance: 3 } });
  expect(await fold()).toBe(0);
  await stores.accounts.repair(ago(1));
  expect(await fold()).toBe(3);
  expect(sumOf(await entries())).toEqual(await totals());
});

test('usage is summed by day before its entries go, and stays', async () => {
  await settle(10, 120);
  await settle(20, 100);
  await connection.collection('usage_state').updateMany({}, { $set: { through: dayAgo(110) } });
  expect(await fold()).toBe(2);
  expect((await entries()).map(({ kind }) => kind)).toEqual(['settle', 'reserve', 'opening']);
  const days = { from: dayAgo(105), to: dayAgo(95) };
  const before = await stores.usage.read(accountId, days);
  expect(before).toMatchObject([{ charged: 20, tasks: 1 }]);
  while (await stores.usage.sumNextDay());
  expect(await fold()).toBe(2);
  expect(await stores.usage.read(accountId, days)).toEqual(before);
});
