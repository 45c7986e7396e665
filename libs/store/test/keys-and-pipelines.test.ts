import type { Stores } from '@medley/store';
import { createHash, randomUUID } from 'node:crypto';
import { makePipeline, TestStores } from './test-stores';

const testStores = new TestStores();
let stores: Stores;

beforeAll(async () => {
  await testStores.start();
  stores = await testStores.connect();
});
afterAll(() => testStores.stop());

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('a key is found by the hash of its secret and is active until it is deactivated', async () => {
  const accountId = randomUUID();
  const expires = new Date(Date.now() + 1_000);
  const { key, secret } = await stores.keys.create(accountId, expires);
  expect(secret).toMatch(/^sk-[A-Za-z0-9_-]{43}$/);
  expect(key).toMatchObject({
    account_id: accountId,
    last4: secret.slice(-4),
    active: true,
    expires_at: expires,
  });
  expect(await stores.keys.findByHash(sha256(secret))).toEqual(key);
  expect(await stores.keys.findByHash(sha256(`${secret}x`))).toBeNull();
  expect(await stores.keys.deactivate(key.id)).toBe(true);
  expect(await stores.keys.deactivate(randomUUID())).toBe(false);
  const second = await stores.keys.create(accountId, null);
  expect(await stores.keys.list(accountId)).toEqual(
    expect.arrayContaining([{ ...key, active: false }, second.key]),
  );
});

const openAccount = async (): Promise<string> =>
  (await stores.accounts.create({ name: 'n', tariff: 'free', balance: 0 })).id;

test('pipelines are listed newest first, then the system’s in their order, page by page without gap or repeat', async () => {
  const account_id = await openAccount();
  const now = Date.now();
  const system = ['mp3', 'transcript', 'minutes'].map((name) => makePipeline({ id: `sys-${name}`, name }));
  await Promise.all([stores.pipelines.putSystem(system), stores.pipelines.putSystem(system)]);
  const own = Array.from({ length: 7 }, (_, index) =>
    makePipeline({ account_id, created_at: new Date(now - Math.floor(index / 3)) }),
  );
  for (const pipeline of own) await stores.pipelines.create(pipeline, { max: 7 });
  await stores.pipelines.create(makePipeline({ account_id: await openAccount() }), { max: 1 });
  const sorted = own
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
  const expected = [...sorted, 'sys-mp3', 'sys-transcript', 'sys-minutes'];
  for (const limit of [1, 3, 4, 100]) {
    const seen: string[] = [];
    for (let offset = 0; offset < 12; offset += limit) {
      const page = await stores.pipelines.list(account_id, { limit, offset });
      expect(page.total).toBe(10);
      seen.push(...page.items.map(({ id }) => id));
    }
    expect(seen).toEqual(expected);
  }
});

test('system pipelines are replaced by the given ones; those of clients are kept', async () => {
  const mine = makePipeline({ account_id: await openAccount() });
  await stores.pipelines.create(mine, { max: 1 });
  await stores.pipelines.putSystem([makePipeline({ id: 'sys-a' }), makePipeline({ id: 'sys-b' })]);
  await stores.pipelines.putSystem([makePipeline({ id: 'sys-b', name: 'renamed' })]);
  expect(await stores.pipelines.find('sys-a')).toBeNull();
  expect((await stores.pipelines.find('sys-b'))?.name).toBe('renamed');
  expect(await stores.pipelines.find(mine.id)).toEqual(mine);
});

test('a pipeline is replaced and deleted only while it exists', async () => {
  const pipeline = makePipeline({ account_id: await openAccount() });
  expect(await stores.pipelines.replace(pipeline)).toBe(false);
  await stores.pipelines.create(pipeline, { max: 1 });
  const changed = { ...pipeline, name: 'q', steps: [{ name: 'fetch' }], updated_at: new Date() };
  expect(await stores.pipelines.replace(changed)).toBe(true);
  expect(await stores.pipelines.find(pipeline.id)).toEqual(changed);
  expect(await stores.pipelines.remove(pipeline.id)).toBe(true);
  expect(await stores.pipelines.remove(pipeline.id)).toBe(false);
});
