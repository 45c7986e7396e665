import mongoose, { type Connection } from 'mongoose';
import { eraseAccount } from '../../scripts/admin/erase-account';
import { type HeldSource, listFiles, overlay, startHeldSource, until } from '@medley/testing';
import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

let system: TestSystem;
let source: HeldSource;
let database: Connection;

beforeAll(async () => {
  source = await startHeldSource(Buffer.alloc(10));
  system = await startTestSystem();
  database = await mongoose.createConnection(system.mongoUrl).asPromise();
});
afterAll(async () => {
  await database.destroy();
  await source.stop();
  await system.stop();
});

/** Create data of every kind for an account; the last of its tasks runs and does not end by itself. */
async function createData(client: TestClient): Promise<string[]> {
  const large = await client.create('/pii', { input: 'Иван Петров. '.repeat(3_000) });
  const keyed = await client.post('/pii', { input: 'Иван' }, { 'Idempotency-Key': 'k' });
  await client.post('/pipelines', { name: 'p', steps: [{ name: 'depersonalize' }] });
  const ended = [large.id, String(keyed.body.data['id'])];
  for (const id of ended) await system.ended(id);
  const held = await client.create('/transcribe', { url: source.url });
  await until(async () => (await system.stores.tasks.find(held.id))?.steps[0]?.status === 'running');
  return [...ended, held.id];
}

/** The collections and files in which the account or one of its tasks is named. */
async function traces(accountId: string, taskIds: readonly string[]): Promise<Set<string>> {
  const ids = [accountId, ...taskIds];
  const isNamed = (text: string): boolean => ids.some((id) => text.includes(id));
  const found = new Set<string>();
  for (const { name } of (await database.db?.listCollections().toArray()) ?? []) {
    const documents = await database.collection(name).find().toArray();
    if (documents.some((document) => isNamed(JSON.stringify(document)))) found.add(name);
  }
  const files = await listFiles(system.directory);
  if (files.some(isNamed)) found.add('files');
  return found;
}

const everywhere = ['accounts', 'files', 'idempotency', 'keys', 'ledger', 'pipelines', 'tasks'];

test('erasing an account deletes its data, stops its tasks and leaves other accounts unchanged', async () => {
  const [client, other] = [await system.newClient(), await system.newClient()];
  const { accountId } = client.identity;
  const [ids, others] = [await createData(client), await createData(other)];
  expect([...(await traces(accountId, ids))].sort()).toEqual(expect.arrayContaining(everywhere));

  const removed = await eraseAccount(system, accountId);
  const ones = { canceled: 1, tasks: 3, keys: 1, templates: 1, idempotency_keys: 1, accounts: 1 };
  expect(removed).toMatchObject(ones);
  expect(removed?.['ledger_entries']).toBeGreaterThanOrEqual(6);
  await until(async () => (await traces(accountId, ids)).size === 0);
  await until(async () => (await client.get('/balance')).status === 401);

  expect((await other.get(`/tasks/${others[0]}`)).status).toBe(200);
  expect([...(await traces(other.identity.accountId, others))]).toEqual(expect.arrayContaining(everywhere));
  expect(await eraseAccount(system, accountId)).toBeNull();
});

test('an account under erasure can create no task or template', async () => {
  const client = await system.newClient();
  await system.stores.erasure.begin(client.identity.accountId);
  expect((await client.post('/pii', { input: 'Иван' })).status).toBe(402);
  expect((await client.post('/pipelines', { name: 'p', steps: [{ name: 'fetch' }] })).status).toBe(403);
});

test('an erasure interrupted at any point is completed by the next run', async () => {
  const client = await system.newClient();
  const { accountId } = client.identity;
  const ids = await createData(client);
  const { stores, blobs } = system;
  const crash = (): Promise<never> => Promise.reject(new Error('crash'));
  const crashes = [
    { stores, blobs: overlay(blobs, { deletePrefix: crash }) },
    { blobs, stores: overlay(stores, { erasure: overlay(stores.erasure, { removeTasks: crash }) }) },
    { blobs, stores: overlay(stores, { erasure: overlay(stores.erasure, { removeAccount: crash }) }) },
  ];
  for (const crashing of crashes) await expect(eraseAccount(crashing, accountId)).rejects.toThrow('crash');
  expect(await eraseAccount(system, accountId)).toMatchObject({ accounts: 1, keys: 1, templates: 1 });
  await until(async () => (await traces(accountId, ids)).size === 0);
});

test('an account is erased while no service runs', async () => {
  const client = await system.newClient();
  const { accountId } = client.identity;
  const { id } = await client.create('/transcribe', { url: source.url });
  // The message of the cancel request is lost.
  const ignoresCancel = overlay(system.stores.erasure, { cancelPending: () => Promise.resolve(0) });
  const stores = overlay(system.stores, { erasure: ignoresCancel });
  expect(await eraseAccount({ ...system, stores }, accountId, { waitMs: 0 })).toMatchObject({ tasks: 1 });
  await until(async () => (await traces(accountId, [id])).size === 0);
});
