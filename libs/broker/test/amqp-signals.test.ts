import type { Broker } from '@medley/broker';
import { signalTopics } from '@medley/contracts';
import { until, withFrozenTimers, type FrozenTimers } from '@medley/testing';
import { amqpUrl, describeWithAmqp, startAmqpBrokerHarness, type AmqpHarness } from '@medley/testing/broker';

const MARKER = 'workers.census';

describeWithAmqp('events of tasks over RabbitMQ', () => {
  let harness: AmqpHarness;
  let gateway: Broker;
  /** What RabbitMQ gets from the publisher. */
  let published: string[];

  beforeEach(async () => {
    harness = await startAmqpBrokerHarness(amqpUrl);
    gateway = await harness.openPeer();
    published = [];
    const { queue } = await harness.admin.assertQueue('', { exclusive: true });
    for (const topic of ['events.#', MARKER]) {
      await harness.admin.bindQueue(queue, `${harness.prefix}.signals`, topic);
    }
    await harness.admin.consume(queue, (message) => void published.push(message?.fields.routingKey ?? ''), {
      noAck: true,
    });
  });
  afterEach(() => harness.close());

  const publish = (id: string): void =>
    harness.broker.signal('task.event', signalTopics.taskEvent(id, 'task.completed'), {
      task_id: id,
      seq: 1,
      type: 'task.completed',
    });
  /** Whether RabbitMQ gets an event of the task; a later signal arrives after it. */
  const isPublished = async (id: string): Promise<boolean> => {
    const before = published.length;
    publish(id);
    harness.broker.signal('worker.census', MARKER, {});
    await until(() => published.slice(before).includes(MARKER));
    return published.slice(before).includes(`events.${id}.task.completed`);
  };
  const untilOmitted = (id: string, timers: FrozenTimers): Promise<void> =>
    until(async () => {
      await timers.advance(1_000);
      return !(await isPublished(id));
    });

  test('are not published when no gateway announces the task', async () => {
    await withFrozenTimers(async (timers) => {
      const received: string[] = [];
      const listener = await gateway.listen(({ topic }) => received.push(topic), { announcesTopics: true });
      await listener.bind(signalTopics.allOfTask('a'));
      expect(await isPublished('b')).toBe(true);
      await untilOmitted('b', timers);
      expect(await isPublished('a')).toBe(true);
      await until(() => received.includes('events.a.task.completed'));
    });
  });

  test('reach who begins to listen just after they would have been published', async () => {
    await withFrozenTimers(async (timers) => {
      const received: string[] = [];
      const listener = await gateway.listen(({ topic }) => received.push(topic), { announcesTopics: true });
      await untilOmitted('b', timers);
      await listener.bind(signalTopics.allOfTask('b'));
      await until(() => received.includes('events.b.task.completed'));
      expect(await isPublished('b')).toBe(true);
      await listener.unbind(signalTopics.allOfTask('b'));
      await untilOmitted('b', timers);
    });
  });

  test('reach a listener that is bound to a pattern, as far as it matches', async () => {
    const received: string[] = [];
    const listener = await gateway.listen(({ topic }) => received.push(topic), {
      announcesTopics: true,
      boundTo: signalTopics.taskEvents,
    });
    await listener.bind(signalTopics.allOfTask('a'));
    const progress = { task_id: 'a', step_id: 's', attempt: 1, progress: 0.5 };
    harness.broker.signal('step.progress', signalTopics.taskEvent('a', 'step.progress'), progress);
    publish('a');
    await until(() => received.length > 0);
    expect(received).toEqual(['events.a.task.completed']);
  });

  test('are published for listeners of an earlier version, which announce nothing', async () => {
    await withFrozenTimers(async (timers) => {
      const listener = await gateway.listen(() => undefined);
      await listener.bind(signalTopics.allOfTask('a'));
      expect(await isPublished('b')).toBe(true);
      await timers.advance(60_000);
      expect(await isPublished('b')).toBe(true);
    });
  });
});
