import { connectAmqpBroker, type Consumer } from '@medley/broker';
import { signalTopics } from '@medley/contracts';
import { startFaultProxy, type FaultProxy } from '../../../tests/support/fault-proxy';
import { until } from '../../../tests/support/until';
import { logger, startAmqpBrokerHarness, type AmqpHarness } from './broker-harness';
import { amqpUrl, describeWithAmqp } from './describe-with-amqp';

const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const startedAt = performance.now();
  return [await work, performance.now() - startedAt];
};

describeWithAmqp('RabbitMQ behind a link that fails', () => {
  let proxy: FaultProxy;
  let lab: AmqpHarness;
  let consumers: Consumer[];
  beforeEach(async () => {
    const { hostname, port } = new URL(amqpUrl);
    proxy = await startFaultProxy({ host: hostname, port: Number(port) || 5672 });
    lab = await startAmqpBrokerHarness(amqpUrl, { brokerUrl: proxy.through(amqpUrl) });
    consumers = [];
  });
  afterEach(async () => {
    proxy.set({ kind: 'pass' });
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    await lab.close();
    await proxy.close();
  });

  const publish = (taskId: string): Promise<string> =>
    lab.broker.publish('task.finished', { task_id: taskId });
  const collect = async (): Promise<string[]> => {
    const seen: string[] = [];
    const handler = async ({ task_id }: { task_id: string }): Promise<void> => void seen.push(task_id);
    consumers.push(await lab.broker.consume('webhooks', { 'task.finished': handler }, { prefetch: 4 }));
    return seen;
  };
  const isBack = async (): Promise<boolean> => (await publish('probe')) === 'confirmed';

  test('a publish into silence ends as unknown after 5 s, then the connection is given up for a new one', async () => {
    proxy.set({ kind: 'black-hole' });
    const [outcome, ms] = await timed(publish('a'));
    expect(outcome).toBe('unknown');
    expect(ms).toBeGreaterThan(4_900);
    expect(ms).toBeLessThan(5_500);
    expect(lab.broker.trouble()).not.toBeNull();
    await until(() => /lost|cannot connect/.test(lab.broker.trouble() ?? ''));
    proxy.set({ kind: 'pass' });
    await until(isBack);
    expect(lab.broker.trouble()).toBeNull();
  });

  test('without a connection a publish is unknown at once, and a depth is null', async () => {
    proxy.set({ kind: 'reset' });
    await until(() => lab.broker.trouble() !== null);
    const [outcome, ms] = await timed(publish('a'));
    expect(outcome).toBe('unknown');
    expect(ms).toBeLessThan(100);
    await until(async () => (await lab.broker.depth('webhooks')) === null);
  });

  test('consumers and listeners are back after a cut, with their topics', async () => {
    const seen = await collect();
    const heard: string[] = [];
    const listener = await lab.broker.listen(({ topic }) => heard.push(topic));
    await listener.bind('workers.#');
    proxy.set({ kind: 'reset' });
    await until(() => lab.broker.trouble() !== null);
    await listener.bind('control.#');
    proxy.set({ kind: 'pass' });
    await until(isBack);
    await until(() => seen.includes('probe'));
    await until(() => {
      lab.broker.signal('worker.census', signalTopics.workerCensus, {});
      lab.broker.signal('step.cancel', signalTopics.stepCancel, { task_id: 'a', step_id: null });
      return heard.includes(signalTopics.workerCensus) && heard.includes(signalTopics.stepCancel);
    });
    await listener.close();
  });

  test('a message in hand when the link breaks is redelivered, and its late ack harms nothing', async () => {
    const facts: boolean[] = [];
    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const handlers = {
      'task.finished': async (_body: object, { redelivered }: { redelivered: boolean }) => {
        facts.push(redelivered);
        if (facts.length === 1) await gate;
      },
    };
    consumers.push(await lab.broker.consume('webhooks', handlers, { prefetch: 1 }));
    await publish('a');
    await until(() => facts.length === 1);
    proxy.set({ kind: 'reset' });
    await until(() => lab.broker.trouble() !== null);
    finish();
    proxy.set({ kind: 'pass' });
    await until(() => facts.length === 2);
    expect(facts).toEqual([false, true]);
    await until(isBack);
    await until(() => facts.length >= 3);
  });

  test('publishes cut in the middle all settle, and no confirmed one is lost', async () => {
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

describeWithAmqp('RabbitMQ that is not there at the start', () => {
  test('the broker starts without it, says so, and works when it comes', async () => {
    const { hostname, port } = new URL(amqpUrl);
    const proxy = await startFaultProxy({ host: hostname, port: Number(port) || 5672 });
    proxy.set({ kind: 'reset' });
    const lab = await startAmqpBrokerHarness(amqpUrl, { brokerUrl: proxy.through(amqpUrl) });
    try {
      expect(lab.broker.trouble()).toContain('cannot connect');
      const seen: string[] = [];
      const handler = async ({ task_id }: { task_id: string }): Promise<void> => void seen.push(task_id);
      const consumer = await lab.broker.consume('webhooks', { 'task.finished': handler }, { prefetch: 1 });
      proxy.set({ kind: 'pass' });
      await until(async () => (await lab.broker.publish('task.finished', { task_id: 'a' })) === 'confirmed');
      await until(() => seen.length > 0);
      await consumer.stop();
    } finally {
      await lab.close();
      await proxy.close();
    }
  });

  test('a broker that never connected can be closed', async () => {
    const broker = await connectAmqpBroker({ url: 'amqp://127.0.0.1:1', logger, name: 'test' });
    const consumer = await broker.consume('webhooks', {}, { prefetch: 1 });
    await consumer.stop();
    await broker.close();
    expect(broker.trouble()).toContain('closed');
  });
});
