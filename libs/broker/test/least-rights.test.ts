import { connect, type Channel, type ChannelModel } from 'amqplib';
import { connectAmqpBroker, type Broker } from '@medley/broker';
import { until } from '../../../tests/support/until';
import {
  describeWithServer,
  startComposeBroker,
  type ComposeBroker,
} from '../../../tests/support/compose-broker';
import { logger } from './broker-harness';

/** What a captured transcoder may try: over a channel of its own each, since a refusal closes it. */
const attempts: [what: string, attempt: (channel: Channel) => Promise<unknown>][] = [
  ['take the steps of another kind', (channel) => channel.consume('medley.steps.llm.v1', () => undefined)],
  ['take reports', (channel) => channel.get('medley.orchestrator.v1')],
  ['take deliveries', (channel) => channel.get('medley.webhooks.v1')],
  ['read dead letters', (channel) => channel.get('medley.dead.v1')],
  ['purge a queue', (channel) => channel.purgeQueue('medley.steps.fetch.v1')],
  ['delete its own queue', (channel) => channel.deleteQueue('medley.steps.transcode.v1')],
  ['delete an exchange', (channel) => channel.deleteExchange('medley.work')],
  ['declare a queue', (channel) => channel.assertQueue('medley.mine')],
  ['bind a queue', (channel) => channel.bindQueue('medley.steps.transcode.v1', 'medley.work', 'steps.llm')],
  ['listen to the events of all tasks', (channel) => listen(channel, 'events.#')],
  ['listen to everything', (channel) => listen(channel, '#')],
  ['stop the steps of others', (channel) => send(channel, 'medley.signals', 'control.step.cancel')],
  ['tell events of a task', (channel) => send(channel, 'medley.signals', 'events.t.task.completed')],
  ['publish past the exchange', (channel) => send(channel, '', 'medley.webhooks.v1')],
];

async function listen(channel: Channel, topic: string): Promise<void> {
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, 'medley.signals', topic);
}

/** A refused publish is told by the end of the channel alone; any later answer shows that it was not refused. */
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
    await until(() => orchestrator.trouble() === null);
    connection = await connect(compose.urlOf('transcoder'));
  }, 90_000);
  afterAll(async () => {
    await connection.close();
    await orchestrator.close();
    await compose.stop();
  }, 60_000);

  it.each(attempts)('cannot %s', async (_what, attempt) => {
    const channel = await connection.createChannel();
    channel.on('error', () => undefined);
    await expect(attempt(channel)).rejects.toThrow(/ACCESS_REFUSED/);
  });

  it('can do its own work without declaring anything', async () => {
    const url = compose.urlOf('transcoder');
    const worker = await connectAmqpBroker({ url, name: 'transcoder', logger, declare: false });
    try {
      await until(() => worker.trouble() === null);
      const report = { task_id: 't', step_id: 's', attempt: 1, elapsed_ms: 1, progress: null };
      expect(await worker.publish('step.alive', report)).toBe('confirmed');
    } finally {
      await worker.close();
    }
  });
});
