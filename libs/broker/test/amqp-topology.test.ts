import { until } from '@medley/testing';
import {
  type AmqpHarness,
  type AmqpHarnessOptions,
  amqpUrl,
  describeWithAmqp,
  startAmqpBrokerHarness,
} from '@medley/testing/broker';
import { stepRun } from './messages';

/** The arguments of `webhooks.v1` since its first release; other arguments need a new version. */
const frozenArguments = (prefix: string): object => ({
  'x-queue-type': 'quorum',
  'x-delivery-limit': 20,
  'x-max-length': 100_000,
  'x-overflow': 'reject-publish',
  'x-dead-letter-exchange': `${prefix}.dlx`,
  'x-dead-letter-routing-key': `${prefix}.dead.v1`,
  'x-dead-letter-strategy': 'at-least-once',
});

describeWithAmqp('the queues of RabbitMQ', () => {
  let harness: AmqpHarness | undefined;
  afterEach(async () => {
    await harness?.close();
    harness = undefined;
  });
  const open = async (options?: AmqpHarnessOptions): Promise<AmqpHarness> =>
    (harness = await startAmqpBrokerHarness(amqpUrl, options));

  test('a queue declared with other arguments is named by the health check and affects no other queue', async () => {
    const { broker } = await open({
      prepare: (admin, prefix) => admin.assertQueue(`${prefix}.webhooks.v1`, { durable: true }),
    });
    expect(broker.checkHealth()).toMatch(/topology refused: .*webhooks\.v1/);
    expect(await broker.publish('task.submitted', { task_id: 'a' })).toBe('confirmed');
    expect(await broker.publish('task.finished', { task_id: 'a' })).toBe('unroutable');
  });

  test('when the refused queue is deleted, its consumer and its publishers work again', async () => {
    const { broker, deleteQueue } = await open({
      prepare: (admin, prefix) => admin.assertQueue(`${prefix}.webhooks.v1`, { durable: true }),
    });
    const seen: string[] = [];
    const handler = ({ task_id }: { task_id: string }): void => void seen.push(task_id);
    const consumer = await broker.consume('webhooks', { 'task.finished': handler }, { prefetch: 1 });
    await deleteQueue('webhooks');
    await until(async () => (await broker.publish('task.finished', { task_id: 'a' })) === 'confirmed');
    await until(() => seen.length > 0);
    await until(() => broker.checkHealth() === null);
    await consumer.stop();
  });

  test('a deleted exchange is declared again', async () => {
    const { broker, admin, prefix } = await open();
    await admin.deleteExchange(`${prefix}.work`);
    expect(await broker.publish('task.finished', { task_id: 'a' })).toBe('unknown');
    await until(async () => (await broker.publish('task.finished', { task_id: 'b' })) === 'confirmed');
  });

  test('a consumer that RabbitMQ no longer serves, because its queue was redeclared at once, subscribes again', async () => {
    const { broker, admin, prefix, queueName } = await open({ stallCheckMs: 200 });
    const seen: string[] = [];
    const handler = ({ task_id }: { task_id: string }): void => void seen.push(task_id);
    const consumer = await broker.consume('webhooks', { 'task.finished': handler }, { prefetch: 1 });
    await admin.deleteQueue(queueName('webhooks'));
    await admin.assertQueue(queueName('webhooks'), { durable: true, arguments: frozenArguments(prefix) });
    await admin.bindQueue(queueName('webhooks'), `${prefix}.work`, 'webhooks');
    for (const task_id of ['a', 'b', 'c']) await broker.publish('task.finished', { task_id });
    await until(() => seen.includes('c'));
    await consumer.stop();
  });

  test('closing the broker requeues the unacked messages of its consumers', async () => {
    const { broker, queueName, admin } = await open();
    let started = false;
    const handler = (): Promise<void> => {
      started = true;
      return new Promise(() => undefined);
    };
    await broker.consume('steps.fetch', { 'step.run': handler }, { prefetch: 1 });
    await broker.publish('step.run', stepRun('fetch'));
    await until(() => started);
    await broker.close();
    // The queue learns of the closed channel a moment after the client does.
    let message: Awaited<ReturnType<typeof admin.get>> = false;
    await until(async () => (message = await admin.get(queueName('steps.fetch'))) !== false);
    expect(message).toMatchObject({
      fields: { redelivered: true },
      properties: { type: 'step.run', messageId: 'task:step:2', deliveryMode: 2, headers: { version: 1 } },
    });
  });

  test('an ack just before closing is not lost', async () => {
    const { broker, queueName, admin } = await open();
    let handled = false;
    const handler = (): void => void (handled = true);
    const consumer = await broker.consume('steps.fetch', { 'step.run': handler }, { prefetch: 1 });
    await broker.publish('step.run', stepRun('fetch'));
    await until(() => handled);
    await consumer.stop();
    await broker.close();
    expect(await admin.get(queueName('steps.fetch'))).toBe(false);
  });

  test('more publishes at once than may be unconfirmed are all confirmed', async () => {
    const { broker } = await open();
    const tasks = Array.from({ length: 3_000 }, (_, index) => ({ task_id: `task-${index}` }));
    const outcomes = await Promise.all(tasks.map((task) => broker.publish('task.submitted', task)));
    expect(new Set(outcomes)).toEqual(new Set(['confirmed']));
    await until(async () => (await broker.depth('orchestrator')) === 3_000);
  });
});
