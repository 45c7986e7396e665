import { type FaultMode, type FaultProxy, startFaultProxy, until } from '@medley/testing';
import { startTestMongo, type TestMongo } from '@medley/testing/mongo';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { createUnderLoad, endAll, LANES } from './create-under-load';

let mongo: TestMongo;
let proxy: FaultProxy;
let system: TestSystem;

beforeAll(async () => {
  mongo = await startTestMongo();
  const { hostname, port } = new URL(mongo.url);
  proxy = await startFaultProxy({ host: hostname, port: Number(port) });
  system = await startTestSystem({ mongoUrl: proxy.through(mongo.url), sharesProcess: false });
});
afterAll(async () => {
  await system.stop();
  await proxy.close();
  await mongo.stop();
});

test.each<[string, FaultMode]>([
  ['is gone', { kind: 'reset' }],
  ['says nothing', { kind: 'black-hole' }],
])('while the database %s every call returns and no accepted task is lost', async (_what, fault) => {
  const client = await system.newClient();
  const load = await createUnderLoad(client);
  await until(() => load.creations.length > 4);
  proxy.set(fault);
  // Restored only after two creations of every lane were refused, so that no call waits for it.
  const failed = (answers: readonly { status: number }[]): number =>
    answers.filter(({ status }) => status >= 500).length;
  await until(() => failed(load.creations) >= 2 * LANES && failed(load.reads) >= 2);
  proxy.set({ kind: 'pass' });
  const restoredWith = load.creations.length;
  await until(() => load.creations.slice(restoredWith).some(({ status }) => status === 201));
  await load.stop();

  const total = await endAll(system, client, load);
  const answers = [...load.creations, ...load.reads];
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201, 500, 502]);
  // When the connection broke before the response, the task may have been stored.
  expect(total).toBeGreaterThanOrEqual(load.creations.filter(({ status }) => status === 201).length);
  const account = await system.stores.accounts.find(client.identity.accountId);
  const { balance = 0, reserved = 0, charged = 0 } = account ?? {};
  expect(balance + reserved + charged).toBe(10_000_000);
});
