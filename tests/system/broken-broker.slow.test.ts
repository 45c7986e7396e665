import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from '@medley/contracts';
import { startAmqpBrokerHarness, type AmqpHarness } from '../../libs/broker/test/broker-harness';
import { amqpUrl, describeWithAmqp } from '../../libs/broker/test/describe-with-amqp';
import { startFaultProxy, type FaultMode, type FaultProxy } from '../support/fault-proxy';
import { startTestSystem, type TestSystem } from '../support/test-system';
import { until } from '../support/until';
import { createUnderLoad, endAll } from './create-under-load';

describeWithAmqp('while RabbitMQ', () => {
  let proxy: FaultProxy;
  let lab: AmqpHarness;
  let system: TestSystem;
  beforeAll(async () => {
    const { hostname, port } = new URL(amqpUrl);
    proxy = await startFaultProxy({ host: hostname, port: Number(port) || 5672 });
    lab = await startAmqpBrokerHarness(amqpUrl, { brokerUrl: proxy.through(amqpUrl) });
    system = await startTestSystem({ broker: lab.broker });
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await lab.close();
    await proxy.close();
  }, 30_000);

  it.each<[string, FaultMode, number]>([
    ['is gone', { kind: 'reset' }, 3_000],
    ['says nothing', { kind: 'black-hole' }, 7_000],
  ])(
    '%s, a task is accepted and ends later, or refused within 6 s and not there; reading goes on',
    async (_what, fault, ms) => {
      const client = await system.newClient();
      const load = await createUnderLoad(client);
      await until(() => load.creations.length > 4);
      proxy.set(fault);
      await pause(ms); // what is tested here is what happens during a time
      expect(load.creations.at(-1)?.status).toBe(502);
      proxy.set({ kind: 'pass' });
      const healedWith = load.creations.length;
      await until(() => load.creations.slice(healedWith).some(({ status }) => status === 201), {
        timeoutMs: 30_000,
      });
      await load.stop();

      const total = await endAll(system, client, load);
      expect(new Set(load.creations.map(({ status }) => status))).toEqual(new Set([201, 502]));
      expect(Math.max(...load.creations.map((one) => one.ms))).toBeLessThan(6_000);
      expect(total).toBe(load.creations.filter(({ status }) => status === 201).length);
      expect(new Set(load.reads.map(({ status }) => status))).toEqual(new Set([200]));
      expect(Math.max(...load.reads.map((one) => one.ms))).toBeLessThan(3_000);
      const account = (): Promise<Account | null> => system.stores.accounts.find(client.identity.accountId);
      await until(async () => (await account())?.reserved === 0);
      const { balance = 0, charged = 0 } = (await account()) ?? {};
      expect(balance + charged).toBe(10_000_000);
    },
    80_000,
  );
});
