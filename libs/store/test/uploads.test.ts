import { randomUUID } from 'node:crypto';
import type { Stores, Upload } from '@medley/store';
import { makeTask, TestStores } from './test-stores';

const testStores = new TestStores();
let stores: Stores;
beforeAll(async () => {
  await testStores.start();
  stores = await testStores.connect();
});
afterAll(() => testStores.stop());

async function insert(changes: Partial<Upload> = {}): Promise<Upload> {
  const now = stores.now();
  const upload: Upload = {
    id: randomUUID(),
    account_id: randomUUID(),
    state: 'complete',
    bytes: 10,
    offset: 10,
    content_type: 'audio/wav',
    filename: null,
    sha256: null,
    is_used: false,
    created_at: now,
    expires_at: new Date(now.getTime() + 60_000),
    ...changes,
  };
  await stores.uploads.insert(upload);
  return upload;
}
const past = new Date(1_000);
const expired = async (): Promise<string[]> => (await stores.uploads.expire(100)).expired;

test('an upload that expired and no task uses is deleted, repeatedly until it is forgotten', async () => {
  const [due, later] = [await insert({ expires_at: past }), await insert()];
  expect(await expired()).toContain(due.id);
  expect(await stores.uploads.use(due.id, due.account_id)).toBe(false);
  expect(await expired()).toContain(due.id);
  await stores.uploads.forget([due.id]);
  expect(await expired()).not.toContain(due.id);
  expect(await stores.uploads.find(later.id)).toEqual(later);
});

test('an upload in use is kept until the last task that uses it is purged', async () => {
  const upload = await insert({ expires_at: past, is_used: true });
  const task = makeTask({ upload_id: upload.id });
  await stores.tasks.insert(task);
  expect(await expired()).not.toContain(upload.id);
  expect((await stores.uploads.find(upload.id))?.expires_at.getTime()).toBeGreaterThan(
    stores.now().getTime(),
  );
  await stores.tasks.update(task.id, 1, { set: { purged_at: stores.now() } });
  const again = await insert({ expires_at: past, is_used: true });
  await stores.tasks.insert(makeTask({ upload_id: again.id, purged_at: stores.now() }));
  expect(await expired()).toContain(again.id);
});

test('using an upload postpones its check, so that a task that is created now finds it', async () => {
  const upload = await insert();
  expect(await stores.uploads.use(upload.id, randomUUID())).toBe(false);
  expect(await stores.uploads.use(upload.id, upload.account_id)).toBe(true);
  const used = await stores.uploads.find(upload.id);
  expect(used?.is_used).toBe(true);
  expect(used?.expires_at.getTime()).toBeGreaterThan(upload.expires_at.getTime());
  expect(await stores.uploads.use((await insert({ expires_at: past })).id, upload.account_id)).toBe(false);
});

test('only the request at the current offset of an upload advances it', async () => {
  const { id } = await insert({ state: 'receiving', offset: 0 });
  const advanced = await Promise.all([1, 2, 3].map(() => stores.uploads.advance(id, 0, 5)));
  expect(advanced.filter(Boolean)).toHaveLength(1);
  expect(await stores.uploads.advance(id, 5, 10)).toBe(true);
});

test('uploads count as stored bytes of their account', async () => {
  const account = await stores.accounts.create({ name: 'a', tariff: 'free', balance: 0 });
  const { id } = await insert({ account_id: account.id, bytes: 1_234 });
  expect(await stores.storage.recount(account.id)).toBe(1_234);
  await stores.uploads.forget([id]);
  expect(await stores.storage.recount(account.id)).toBe(0);
});
