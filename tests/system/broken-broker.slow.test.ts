import type { Account } from '@medley/contracts';
import { type AmqpHarness, amqpUrl, describeWithAmqp, startAmqpBrokerHarness } from '@medley/testing/broker';
import { type FaultMode, type FaultProxy, startFaultProxy, until } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { createUnderLoad, endAll, LANES, type Load } from './create-under-load';

describeWithAmqp('while RabbitMQ', () => {
  let proxy: FaultProxy;
  let harness: AmqpHarness;
  let system: TestSystem;
  let load: Load;
  beforeAll(async () => {
    const { hostname, port } = new URL(amqpUrl);
    proxy = await startFaultProxy({ host: hostname, port: Number(port) || 5672 });
    harness = await startAmqpBrokerHarness(amqpUrl, { brokerUrl: proxy.through(amqpUrl) });
    system = await startTestSystem({ broker: harness.broker, sharesProcess: false });
  });
  // Also after a failure, so that nothing waits for the clients.
  afterEach(async () => {
    proxy.set({ kind: 'pass' });
    await load.stop();
  });
  afterAll(async () => {
    await system.stop();
    await harness.close();
    await proxy.close();
  });

  it.each<[string, FaultMode]>([
    ['is gone', { kind: 'reset' }],
    ['says nothing', { kind: 'black-hole' }],
  ])(
    '%s: an accepted task ends later, a refused one is not stored, and reads succeed',
    async (_what, fault) => {
      const client = await system.newClient();
      load = await createUnderLoad(client);
      await until(() => load.creations.length > 4);
      proxy.set(fault);
      const reads = load.reads.length;
      // Restored only after creations of every lane were refused while reads continued. One that began before the loss was
      // noticed may still be accepted after the first refusals.
      await until(() => {
        const last = load.creations.slice(-2 * LANES);
        return last.length === 2 * LANES && last.every(({ status }) => status === 502);
      });
      await until(() => load.reads.length >= reads + 10);
      proxy.set({ kind: 'pass' });
      const restoredWith = load.creations.length;
      await until(() => load.creations.slice(restoredWith).some(({ status }) => status === 201));
      await load.stop();

      const total = await endAll(system, client, load);
      expect(new Set(load.creations.map(({ status }) => status))).toEqual(new Set([201, 502]));
      expect(total).toBe(load.creations.filter(({ status }) => status === 201).length);
      expect(new Set(load.reads.map(({ status }) => status))).toEqual(new Set([200]));
      const account = (): Promise<Account | null> => system.stores.accounts.find(client.identity.accountId);
      await until(async () => (await account())?.reserved === 0);
      const { balance = 0, charged = 0 } = (await account()) ?? {};
      expect(balance + charged).toBe(10_000_000);
    },
  );
});
