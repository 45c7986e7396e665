import { connectAmqpBroker, type Consumer } from '@medley/broker';
import { signalTopics } from '@medley/contracts';
import { type FaultProxy, startFaultProxy, until, withFrozenTimers } from '@medley/testing';
import {
  type AmqpHarness,
  amqpUrl,
  describeWithAmqp,
  logger,
  startAmqpBrokerHarness,
} from '@medley/testing/broker';

describeWithAmqp('RabbitMQ behind a connection that fails', () => {
  let proxy: FaultProxy;
  let harness: AmqpHarness;
  let consumers: Consumer[];
  beforeEach(async () => {
    const { hostname, port } = new URL(amqpUrl);
    proxy = await startFaultProxy({ host: hostname, port: Number(port) || 5672 });
    harness = await startAmqpBrokerHarness(amqpUrl, { brokerUrl: proxy.through(amqpUrl) });
    consumers = [];
  });
  afterEach(async () => {
    proxy.set({ kind: 'pass' });
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    await harness.close();
    await proxy.close();
  });

  const publish = (taskId: string): Promise<string> =>
    harness.broker.publish('task.finished', { task_id: taskId });
  const collect = async (): Promise<string[]> => {
    const seen: string[] = [];
    const handler = ({ task_id }: { task_id: string }): void => void seen.push(task_id);
    consumers.push(await harness.broker.consume('webhooks', { 'task.finished': handler }, { prefetch: 4 }));
    return seen;
  };
  const isBack = async (): Promise<boolean> => (await publish('probe')) === 'confirmed';

  test('a publish without a reply is unknown after 5 s, then the connection is replaced', async () => {
    await withFrozenTimers(async (timers) => {
      proxy.set({ kind: 'black-hole' });
      let isOver = false;
      const published = publish('a').finally(() => (isOver = true));
      await timers.untilSet(5_000);
      await timers.advance(4_999);
      expect(isOver).toBe(false);
      await timers.advance(1);
      expect(await published).toBe('unknown');
      expect(harness.broker.checkHealth()).not.toBeNull();
      await timers.advance(5_000);
      await until(() => /lost|cannot connect/.test(harness.broker.checkHealth() ?? ''));
      proxy.set({ kind: 'pass' });
      await until(async () => {
        await timers.advance(500);
        return harness.broker.checkHealth() === null;
      });
      expect(await publish('probe')).toBe('confirmed');
      expect(harness.broker.checkHealth()).toBeNull();
    });
  });

  test('without a connection the outcome of a publish is unknown at once, and a depth is null', async () => {
    proxy.set({ kind: 'reset' });
    await until(() => harness.broker.checkHealth() !== null);
    let outcome: string | null = null;
    void publish('a').then((one) => (outcome = one));
    // Within one turn of the event loop, so it does not wait.
    await new Promise(setImmediate);
    expect(outcome).toBe('unknown');
    await until(async () => (await harness.broker.depth('webhooks')) === null);
  });

  test('consumers and listeners subscribe again after a lost connection, with their topics', async () => {
    const seen = await collect();
    const received: string[] = [];
    const listener = await harness.broker.listen(({ topic }) => received.push(topic));
    await listener.bind('workers.#');
    proxy.set({ kind: 'reset' });
    await until(() => harness.broker.checkHealth() !== null);
    await listener.bind('control.#');
    proxy.set({ kind: 'pass' });
    await until(isBack);
    await until(() => seen.includes('probe'));
    await until(() => {
      harness.broker.signal('worker.census', signalTopics.workerCensus, {});
      harness.broker.signal('step.cancel', signalTopics.stepCancel, { task_id: 'a', step_id: null });
      return received.includes(signalTopics.workerCensus) && received.includes(signalTopics.stepCancel);
    });
    await listener.close();
  });

  test('a message that is unacked when the connection breaks is redelivered, and its late ack does no harm', async () => {
    const facts: boolean[] = [];
    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const handlers = {
      'task.finished': async (_body: object, { redelivered }: { redelivered: boolean }) => {
        facts.push(redelivered);
        if (facts.length === 1) await gate;
      },
    };
    consumers.push(await harness.broker.consume('webhooks', handlers, { prefetch: 1 }));
    await publish('a');
    await until(() => facts.length === 1);
    proxy.set({ kind: 'reset' });
    await until(() => harness.broker.checkHealth() !== null);
    finish();
    proxy.set({ kind: 'pass' });
    await until(() => facts.length === 2);
    expect(facts).toEqual([false, true]);
    await until(isBack);
    await until(() => facts.length >= 3);
  });

  test('publishes interrupted by a lost connection all settle, and no confirmed one is lost', async () => {
    proxy.set({ kind: 'cut-after', bytes: 50_000 });
    const outcomes = new Map<string, string>();
    const publishInTurn = async (_: unknown, row: number): Promise<void> => {
      for (let index = 0; index < 60; index += 1) {
        const id = `task-${row}-${index}`;
        outcomes.set(id, await publish(id));
      }
    };
    await Promise.all(Array.from({ length: 20 }, publishInTurn));
    proxy.set({ kind: 'pass' });
    expect(new Set(outcomes.values())).toEqual(new Set(['confirmed', 'unknown']));
    const seen = await collect();
    const confirmed = [...outcomes].filter(([, outcome]) => outcome === 'confirmed');
    await until(() => confirmed.every(([id]) => seen.includes(id)));
  });
});

describeWithAmqp('RabbitMQ that is unavailable at the start', () => {
  test('the client starts without RabbitMQ, reports it, and connects when RabbitMQ is available', async () => {
    const { hostname, port } = new URL(amqpUrl);
    const proxy = await startFaultProxy({ host: hostname, port: Number(port) || 5672 });
    proxy.set({ kind: 'reset' });
    const harness = await startAmqpBrokerHarness(amqpUrl, { brokerUrl: proxy.through(amqpUrl) });
    try {
      expect(harness.broker.checkHealth()).toContain('cannot connect');
      const seen: string[] = [];
      const handler = ({ task_id }: { task_id: string }): void => void seen.push(task_id);
      const consumer = await harness.broker.consume(
        'webhooks',
        { 'task.finished': handler },
        { prefetch: 1 },
      );
      proxy.set({ kind: 'pass' });
      await until(
        async () => (await harness.broker.publish('task.finished', { task_id: 'a' })) === 'confirmed',
      );
      await until(() => seen.length > 0);
      await consumer.stop();
    } finally {
      await harness.close();
      await proxy.close();
    }
  });

  test('a broker that never connected can be closed', async () => {
    const broker = await connectAmqpBroker({ url: 'amqp://127.0.0.1:1', logger, name: 'test' });
    const consumer = await broker.consume('webhooks', {}, { prefetch: 1 });
    await consumer.stop();
    await broker.close();
    expect(broker.checkHealth()).toContain('closed');
  });
});
