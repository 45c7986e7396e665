import type { Stores } from '@medley/store';
import { reservationRequest, makeTask, TestStores } from './test-stores';

const testStores = new TestStores();
let quick: Stores;
let slow: Stores;
/** Actions while the slow process waits between the decision to settle and the write. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();

beforeAll(async () => {
  await testStores.start();
  quick = await testStores.connect();
  slow = await testStores.connect({
    failPoint: async (after) => {
      if (after !== 'settlement decided' && after !== 'extension decided') return;
      const act = meanwhile;
      meanwhile = () => Promise.resolve();
      await act();
    },
  });
});
afterAll(() => testStores.stop());

async function totals(id: string): Promise<unknown[]> {
  const account = await quick.accounts.find(id);
  return [account?.balance, account?.reserved, account?.charged];
}

test('a delayed process does not settle a task that was settled meanwhile', async () => {
  const { id: account_id } = await quick.accounts.create({ name: 'n', tariff: 'free', balance: 100 });
  const task = makeTask({ account_id });
  await quick.accounts.reserve(account_id, task.id, reservationRequest(50));
  await quick.tasks.insert(task);
  const settlement = { account_id, task_id: task.id, reserved: 50, extensions: 0, charged: 20 };
  meanwhile = async () => {
    await quick.accounts.settle([settlement]);
    // The movement is no longer on the account, only in the ledger.
    await quick.accounts.ledger(account_id, { limit: 1, offset: 0 });
  };
  await slow.accounts.settle([settlement]);
  expect(await totals(account_id)).toEqual([80, 0, 20]);
});

test('a task refunded between deciding and writing its settlement is not settled as well', async () => {
  const { id: account_id } = await quick.accounts.create({ name: 'n', tariff: 'free', balance: 100 });
  const task = makeTask({ account_id });
  await quick.accounts.reserve(account_id, task.id, reservationRequest(50));
  meanwhile = () => quick.accounts.release(account_id, task.id, 50);
  await slow.accounts.settle([{ account_id, task_id: task.id, reserved: 50, extensions: 0, charged: 20 }]);
  expect(await totals(account_id)).toEqual([100, 0, 0]);
});

test('an extension decided before its task was settled is not made after it', async () => {
  const { id: account_id } = await quick.accounts.create({ name: 'n', tariff: 'free', balance: 100 });
  const task = makeTask({ account_id });
  await quick.accounts.reserve(account_id, task.id, reservationRequest(50));
  await quick.tasks.insert(task);
  meanwhile = async () => {
    await quick.accounts.settle([{ account_id, task_id: task.id, reserved: 50, extensions: 1, charged: 20 }]);
    await quick.accounts.ledger(account_id, { limit: 1, offset: 0 });
  };
  expect(await slow.accounts.extend({ account_id, task_id: task.id, index: 1, units: 30 })).toBe(false);
  expect(await totals(account_id)).toEqual([80, 0, 20]);
});

test('a settlement decided before an extension was made ends the extension, too', async () => {
  const { id: account_id } = await quick.accounts.create({ name: 'n', tariff: 'free', balance: 100 });
  const task = makeTask({ account_id });
  await quick.accounts.reserve(account_id, task.id, reservationRequest(50));
  await quick.tasks.insert(task);
  const extension = { account_id, task_id: task.id, index: 1, units: 30 };
  meanwhile = async () => {
    expect(await quick.accounts.extend(extension)).toBe(true);
    expect(await quick.accounts.extend(extension)).toBe(true);
    await quick.accounts.ledger(account_id, { limit: 1, offset: 0 });
  };
  await slow.accounts.settle([{ account_id, task_id: task.id, reserved: 50, extensions: 1, charged: 60 }]);
  expect(await totals(account_id)).toEqual([40, 0, 60]);
});
