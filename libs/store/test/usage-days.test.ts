import mongoose from 'mongoose';
import type { Stores } from '@medley/store';
import { makeTask, TestStores } from './test-stores';

const DAY_MS = 86_400_000;
const testStores = new TestStores();

beforeAll(() => testStores.start());
afterAll(() => testStores.stop());

async function settle(stores: Stores, accountId: string, units: number): Promise<void> {
  const base = makeTask({ account_id: accountId });
  const task = { ...base, cost: { ...base.cost, reserved: units } };
  await stores.creations.create(task, { unfinishedMax: null });
  const amounts = { charged: units, media_seconds: 60, characters: 10, tokens: 1 };
  await stores.accounts.settle([
    {
      ...{ account_id: accountId, task_id: task.id, reserved: units, extensions: 0, charged: units },
      ...{ key_id: 'key', usage: [{ step: 'llm', ...amounts }] },
    },
  ]);
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

test('usage is the same before, during and after the sums of its days, also when they are repeated', async () => {
  const stores = await testStores.connect();
  const { id } = await stores.accounts.create({ name: 'a', tariff: 'free', balance: 1_000 });
  const ago = (days: number): Date => new Date(stores.now().getTime() - days * DAY_MS);
  const read = (): Promise<unknown> => stores.usage.read(id, { from: dayOf(ago(10)), to: dayOf(ago(0)) });
  await settle(stores, id, 5);
  await settle(stores, id, 7);
  await read();
  const connection = await mongoose.createConnection(testStores.url).asPromise();
  await connection.collection('accounts').updateMany({}, { $set: { created_at: ago(4) } });
  await connection.collection('ledger').updateMany({}, { $set: { at: ago(3) } });
  await settle(stores, id, 11);

  const before = await read();
  expect(before).toContainEqual(
    expect.objectContaining({ day: dayOf(ago(3)), step: 'llm', charged: 12, tokens: 2 }),
  );
  expect(before).toContainEqual(
    expect.objectContaining({ day: dayOf(ago(0)), step: null, charged: 11, tasks: 1 }),
  );
  while (await stores.usage.sumNextDay()) expect(await read()).toEqual(before);
  const days = connection.collection('usage_days');
  expect(await days.countDocuments()).toBe(1);
  // A process died after its sum, before it recorded how far it had got.
  await connection.collection('usage_state').updateOne({}, { $set: { through: dayOf(ago(4)) } });
  while (await stores.usage.sumNextDay()) expect(await read()).toEqual(before);
  expect(await days.countDocuments()).toBe(1);
  await connection.close();
});
