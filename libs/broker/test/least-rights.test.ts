import { connect, type Channel, type ChannelModel } from 'amqplib';
import { connectAmqpBroker, type Broker } from '@medley/broker';
import { until } from '@medley/testing';
import { type ComposeBroker, describeWithServer, logger, startComposeBroker } from '@medley/testing/broker';

/** What a compromised transcoder may try; each on a channel of its own, since a refusal closes it. */
const attempts: [what: string, attempt: (channel: Channel) => Promise<unknown>][] = [
  ['consume the steps of another kind', (channel) => channel.consume('medley.steps.llm.v1', () => undefined)],
  ['take reports', (channel) => channel.get('medley.orchestrator.v1')],
  ['take deliveries', (channel) => channel.get('medley.webhooks.v1')],
  ['read dead letters', (channel) => channel.get('medley.dead.v1')],
  ['purge a queue', (channel) => channel.purgeQueue('medley.steps.fetch.v1')],
  ['delete its own queue', (channel) => channel.deleteQueue('medley.steps.transcode.v1')],
  ['delete an exchange', (channel) => channel.deleteExchange('medley.work')],
  ['declare a queue', (channel) => channel.assertQueue('medley.mine')],
  ['bind a queue', (channel) => channel.bindQueue('medley.steps.transcode.v1', 'medley.work', 'steps.llm')],
  ['subscribe to the events of all tasks', (channel) => listen(channel, 'events.#')],
  ['subscribe to everything', (channel) => listen(channel, '#')],
  ['stop the steps of others', (channel) => send(channel, 'medley.signals', 'control.step.cancel')],
  ['show a task to the orchestrator', (channel) => send(channel, 'medley.signals', 'tasks.sent')],
  ['answer for another worker', (channel) => send(channel, 'medley.signals', 'replies.gateway')],
  ['offer a step to another worker', (channel) => send(channel, 'medley.signals', 'offers.restore.pii-1')],
  ['publish events of a task', (channel) => send(channel, 'medley.signals', 'events.t.task.completed')],
  ['publish to a queue without its exchange', (channel) => send(channel, '', 'medley.webhooks.v1')],
];

async function listen(channel: Channel, topic: string): Promise<void> {
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, 'medley.signals', topic);
}

/** A refused publish only closes the channel, so a later reply on it proves that the publish was accepted. */
async function send(channel: Channel, exchange: string, key: string): Promise<void> {
  channel.publish(exchange, key, Buffer.from('{}'));
  await channel.checkExchange('medley.work');
}

describeWithServer('a worker’s RabbitMQ user', () => {
  let compose: ComposeBroker;
  let orchestrator: Broker;
  let connection: ChannelModel;

  beforeAll(async () => {
    compose = await startComposeBroker();
    const url = compose.urlOf('orchestrator');
    orchestrator = await connectAmqpBroker({ url, name: 'orchestrator', logger });
    await until(() => orchestrator.checkHealth() === null);
    connection = await connect(compose.urlOf('transcoder'));
  });
  afterAll(async () => {
    await connection.close();
    await orchestrator.close();
    await compose.stop();
  });

  it.each(attempts)('cannot %s', async (_what, attempt) => {
    const channel = await connection.createChannel();
    channel.on('error', () => undefined);
    await expect(attempt(channel)).rejects.toThrow(/ACCESS_REFUSED/);
  });

  it('can do its own work without declaring anything', async () => {
    const url = compose.urlOf('transcoder');
    const worker = await connectAmqpBroker({ url, name: 'transcoder', logger, declare: false });
    try {
      await until(() => worker.checkHealth() === null);
      const report = { task_id: 't', step_id: 's', attempt: 1, elapsed_ms: 1, progress: null };
      expect(await worker.publish('step.alive', report)).toBe('confirmed');
    } finally {
      await worker.close();
    }
  });
});
