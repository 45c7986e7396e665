import type { StorageRequest, Stores } from '@medley/store';
import { makeTask, TestStores } from './test-stores';

const testStores = new TestStores();
let stores: Stores;

beforeAll(async () => {
  await testStores.start();
  stores = await testStores.connect();
});
afterAll(() => testStores.stop());

/** An account with a limit of 100 bytes, and a storage request of a stored task. */
async function open(): Promise<{ id: string; ask: (bytes: number) => Promise<StorageRequest> }> {
  const { id } = await stores.accounts.create({ name: 'n', tariff: 'free', balance: 0 });
  const ask = async (bytes: number): Promise<StorageRequest> => {
    const task = makeTask({ account_id: id });
    await stores.tasks.insert(task);
    return { account_id: id, task_id: task.id, step_id: 'hide', attempt: 1, bytes, limit: 100 };
  };
  return { id, ask };
}

const stored = async (id: string): Promise<number | undefined> =>
  (await stores.accounts.find(id))?.stored_bytes;

test('concurrent storage reservations get exactly the free bytes', async () => {
  const { id, ask } = await open();
  const requests = await Promise.all([60, 60, 40, 101].map(ask));
  const granted = await Promise.all(requests.map((request) => stores.storage.hold(request)));
  const sum = requests.reduce((total, { bytes }, at) => total + (granted[at] ? bytes : 0), 0);
  expect(sum).toBeLessThanOrEqual(100);
  expect(granted.filter(Boolean).length).toBeGreaterThan(0);
  expect(granted[3]).toBe(false);
  expect(await stored(id)).toBe(sum);
});

test('a repeated report of a result reserves nothing', async () => {
  const { id, ask } = await open();
  const request = await ask(60);
  expect([await stores.storage.hold(request), await stores.storage.hold(request)]).toEqual([true, true]);
  expect(await stored(id)).toBe(60);
});

test('storage of an accepted result counts until its task is purged', async () => {
  const { id, ask } = await open();
  const request = await ask(60);
  await stores.storage.hold(request);
  const step = { index: 0, set: { status: 'completed' as const } };
  await stores.tasks.update(request.task_id, 1, { set: { stored_bytes: 60 }, steps: [step] });
  expect(await stores.storage.recount(id)).toBe(60);
  await stores.tasks.update(request.task_id, 2, { set: { stored_bytes: 0 } });
  expect(await stores.storage.hold(await ask(90))).toBe(true);
  expect(await stored(id)).toBe(90);
});

test('storage of a result lost in a crash is released when the attempt ends', async () => {
  const { id, ask } = await open();
  const request = await ask(60);
  await stores.storage.hold(request);
  expect(await stores.storage.recount(id)).toBe(60);
  const step = { index: 0, set: { attempt: 2 } };
  await stores.tasks.update(request.task_id, 1, { steps: [step] });
  expect(await stores.storage.hold(await ask(100))).toBe(true);
});

test('more reservations than an account holds at a time are recounted from the tasks', async () => {
  const { id, ask } = await open();
  for (let index = 0; index < 105; index += 1) {
    const request = { ...(await ask(1)), limit: 1_000 };
    expect(await stores.storage.hold(request)).toBe(true);
    const step = { index: 0, set: { status: 'completed' as const } };
    await stores.tasks.update(request.task_id, 1, { set: { stored_bytes: 1 }, steps: [step] });
  }
  expect(await stored(id)).toBe(105);
});
