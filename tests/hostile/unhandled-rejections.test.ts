import { connectStores, type Stores } from '@medley/store';
import { createLogger } from '@medley/kit';
import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClient } from '@medley/testing/gateway';
import { type AllInOne, startAllInOne } from '@medley/testing/system';
import {
  type FaultMode,
  type FaultProxy,
  type Receiver,
  startFaultProxy,
  startReceiver,
  until,
} from '@medley/testing';
import { startTestMongo, type TestMongo } from '@medley/testing/mongo';

/** Its output is too large for the task document, so it is stored as a blob. */
const LARGE = 'слово '.repeat(15_000);
const STREAMS = 10;
const NONE_UNHANDLED = 'medley_unhandled_rejections_total 0';
const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'text' });

let directory: string;
let mongo: TestMongo;
let proxy: FaultProxy;
let service: AllInOne;
let stores: Stores;
let receiver: Receiver;
let attacker: TestClient;
let neighbour: TestClient;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-rejections-'));
  const masterKey = Buffer.alloc(32, 7).toString('base64');
  mongo = await startTestMongo();
  const { hostname, port } = new URL(mongo.url);
  proxy = await startFaultProxy({ host: hostname, port: Number(port) });
  const env = { MONGO_URL: proxy.through(mongo.url), MASTER_KEY: masterKey, DATA_DIR: directory };
  service = await startAllInOne({ ...env, WEBHOOK_RETRY_DELAYS_S: '0.1,0.1,0.1' });
  stores = await connectStores({ url: mongo.url, logger, masterKey });
  receiver = await startReceiver();
  [attacker, neighbour] = await Promise.all([newClient(), newClient()]);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([stores.close(), receiver.stop(), proxy.close()]);
  await mongo.stop();
  await rm(directory, { recursive: true, force: true });
});

async function newClient(): Promise<TestClient> {
  const account = await stores.accounts.create({ name: 'test', tariff: 'unlimited', balance: 10_000_000 });
  const { secret, key } = await stores.keys.create(account.id, null);
  return new TestClient(service.api.url, { key: secret, keyId: key.id, accountId: account.id });
}

async function completed(client: TestClient, body: object): Promise<string> {
  const { id } = await client.create('/pii', body);
  await until(async () => (await stores.tasks.find(id))?.status === 'completed');
  return id;
}

/** All requests that read or change the task; their responses do not matter here. */
async function requestAll(id: string): Promise<string[]> {
  const paths = [`/tasks/${id}`, '/tasks?limit=100&include=output', `/tasks/${id}/webhooks`];
  const streams = Array.from({ length: STREAMS }, () => `/tasks/${id}/events`);
  const answers = await Promise.allSettled([
    ...[...streams, ...paths].map(async (path) => (await attacker.get(path)).text),
    attacker.post('/pii', { input: LARGE, webhook_url: receiver.url }).then(({ text }) => text),
  ]);
  return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : ''));
}

async function expectWell(): Promise<void> {
  expect(service.program.hasEnded).toBe(false);
  await completed(neighbour, { input: 'Иван' });
  const metrics = await (await fetch(`${service.api.url}/metrics`)).text();
  expect(metrics).toContain(NONE_UNHANDLED);
  expect(service.program.output).not.toContain('unhandled rejection');
}

async function breakBlobs(): Promise<() => Promise<void>> {
  const [blobs, aside] = [join(directory, 'blobs'), join(directory, 'aside')];
  await rename(blobs, aside);
  // A link to itself: every access fails, but not with "not found".
  await symlink('blobs', blobs);
  return async () => {
    await rm(blobs);
    await rename(aside, blobs);
  };
}

test('blob store failures under event streams affect no other account and leave no unhandled rejection', async () => {
  const id = await completed(attacker, { input: LARGE });
  const restore = await breakBlobs();

  const streamed = await requestAll(id);

  await restore();
  expect(streamed.slice(0, STREAMS)).toEqual(Array(STREAMS).fill(expect.stringContaining(': try again')));
  await expectWell();
});

test.each<[string, FaultMode]>([
  ['is gone', { kind: 'reset' }],
  ['says nothing', { kind: 'black-hole' }],
])('while the database %s no rejection is unhandled', async (_what, fault) => {
  const id = await completed(attacker, { input: LARGE, webhook_url: receiver.url });
  const before = requestAll(id);

  proxy.set(fault);
  await Promise.all([before, requestAll(id)]);
  proxy.set({ kind: 'pass' });

  await until(async () => (await neighbour.get('/balance')).status === 200);
  await expectWell();
});
