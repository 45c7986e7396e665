import { setTimeout as pause } from 'node:timers/promises';
import { startFaultProxy, type FaultMode, type FaultProxy } from '../support/fault-proxy';
import { startTestMongo, type TestMongo } from '../support/mongo';
import { startTestSystem, type TestSystem } from '../support/test-system';
import { until } from '../support/until';
import { createUnderLoad, endAll } from './create-under-load';

let mongo: TestMongo;
let proxy: FaultProxy;
let system: TestSystem;

beforeAll(async () => {
  mongo = await startTestMongo();
  const { hostname, port } = new URL(mongo.url);
  proxy = await startFaultProxy({ host: hostname, port: Number(port) });
  system = await startTestSystem({ mongoUrl: proxy.through(mongo.url) });
}, 60_000);
afterAll(async () => {
  await system.stop();
  await proxy.close();
  await mongo.stop();
}, 30_000);

test.each<[string, FaultMode, number]>([
  ['is gone', { kind: 'reset' }, 3_000],
  ['says nothing', { kind: 'black-hole' }, 6_000],
])(
  'while the database %s every call ends in time, and what was accepted is not lost',
  async (_what, fault, ms) => {
    const client = await system.newClient();
    const load = await createUnderLoad(client);
    await until(() => load.creations.length > 4);
    proxy.set(fault);
    await pause(ms); // what is tested here is what happens during a time
    proxy.set({ kind: 'pass' });
    const healedWith = load.creations.length;
    await until(() => load.creations.slice(healedWith).some(({ status }) => status === 201), {
      timeoutMs: 30_000,
    });
    await load.stop();

    const total = await endAll(system, client, load);
    const answers = [...load.creations, ...load.reads];
    expect(Math.max(...answers.map((one) => one.ms))).toBeLessThan(7_000);
    expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201, 500, 502]);
    // Where the answer was lost with the link, a task may be there all the same.
    expect(total).toBeGreaterThanOrEqual(load.creations.filter(({ status }) => status === 201).length);
    const account = await system.stores.accounts.find(client.identity.accountId);
    const { balance = 0, reserved = 0, charged = 0 } = account ?? {};
    expect(balance + reserved + charged).toBe(10_000_000);
  },
  80_000,
);
