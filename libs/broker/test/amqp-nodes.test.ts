import { connectAmqpBroker, type Broker } from '@medley/broker';
import { type FaultProxy, startFaultProxy, until, withFrozenTimers } from '@medley/testing';
import {
  type AmqpHarness,
  amqpUrl,
  describeWithAmqp,
  logger,
  startAmqpBrokerHarness,
} from '@medley/testing/broker';

/** Two proxies of one node stand for two nodes of a cluster. */
describeWithAmqp('a URL that lists several nodes', () => {
  let harness: AmqpHarness;
  let nodes: readonly [FaultProxy, FaultProxy];
  let broker: Broker;

  beforeEach(async () => {
    harness = await startAmqpBrokerHarness(amqpUrl);
    const { hostname, port } = new URL(amqpUrl);
    const target = { host: hostname, port: Number(port) || 5672 };
    nodes = [await startFaultProxy(target), await startFaultProxy(target)];
  });
  afterEach(async () => {
    for (const node of nodes) node.set({ kind: 'pass' });
    await broker.close();
    await harness.close();
    for (const node of nodes) await node.close();
  });

  const open = async (hosts: readonly string[]): Promise<void> => {
    const { username, password } = new URL(amqpUrl);
    const url = `amqp://${username || 'guest'}:${password || 'guest'}@${hosts.join(',')}/%2F?heartbeat=20`;
    broker = await connectAmqpBroker({ url, logger, name: 'test', prefix: harness.prefix });
  };
  const hostsOf = (): string[] => nodes.map(({ port }) => `127.0.0.1:${port}`);
  const isUp = async (): Promise<boolean> =>
    (await broker.publish('task.finished', { task_id: 'probe' })) === 'confirmed';

  it('is served by the node that answers, whichever is listed first', async () => {
    // Nothing listens on port 1.
    await open(['127.0.0.1:1', ...hostsOf(), '[::1]:1']);
    await until(() => broker.checkHealth() === null);
    expect(await isUp()).toBe(true);
  });

  it('publishes and consumes at another node after its own is gone, again and again', async () => {
    await open(hostsOf());
    await until(() => broker.checkHealth() === null);
    const seen: string[] = [];
    const handler = ({ task_id }: { task_id: string }): void => void seen.push(task_id);
    const consumer = await broker.consume('webhooks', { 'task.finished': handler }, { prefetch: 4 });
    for (const [gone, kept] of [nodes, [...nodes].reverse(), nodes] as [FaultProxy, FaultProxy][]) {
      kept.set({ kind: 'pass' });
      gone.set({ kind: 'reset' });
      const task_id = `after-${seen.length}`;
      await until(async () => (await broker.publish('task.finished', { task_id })) === 'confirmed');
      await until(() => seen.includes(task_id));
    }
    await consumer.stop();
  });

  it('leaves a node that says nothing for another one', async () => {
    await open(hostsOf());
    await until(() => broker.checkHealth() === null);
    await withFrozenTimers(async (timers) => {
      // Both, so that whichever this connection has is silent; only one of them answers again.
      for (const node of nodes) node.set({ kind: 'black-hole' });
      const published = broker.publish('task.finished', { task_id: 'a' });
      await timers.untilSet(5_000);
      await timers.advance(5_000);
      expect(await published).toBe('unknown');
      nodes[0].set({ kind: 'pass' });
      await until(async () => {
        await timers.advance(1_000);
        return broker.checkHealth() === null && (await isUp());
      });
    });
  });
});
