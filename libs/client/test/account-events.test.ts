import { Medley, webhooks, type AccountEvent } from '@medley/client';
import { startReceiver, until, type Receiver } from '@medley/testing';
import { amqpUrl, describeWithAmqp } from '@medley/testing/broker';
import { startAllInOne, type AllInOne } from '@medley/testing/system';
import { runMedley } from './run-medley';

describe('on the embedded broker', () => accountEvents({}));
describeWithAmqp('on RabbitMQ', () => accountEvents({ AMQP_URL: amqpUrl }));

const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;

function accountEvents(env: Record<string, string>): void {
  let medley: AllInOne;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver();
    medley = await startAllInOne(env);
  });
  afterAll(async () => {
    await medley.stop();
    await receiver.stop();
  });

  test('events() has the events of every task in their order, and resumes', async () => {
    const stop = new AbortController();
    const seen: AccountEvent[] = [];
    const follow = async (lastEventId?: string): Promise<void> => {
      const options = { signal: stop.signal, ...(lastEventId === undefined ? {} : { lastEventId }) };
      for await (const event of medley.client.events(options)) seen.push(event);
    };
    // The stream begins when it is open: a first task shows that it is.
    const following = follow().catch(() => undefined);
    await until(async () => {
      await medley.client.tasks.pii({ input: 'x' });
      return seen.length > 0;
    });
    const { id } = await medley.client.tasks.pii({ input: 'Иван Петров' });
    const mine = (): AccountEvent[] => seen.filter(({ data }) => data.task_id === id);
    await until(() => mine().some(({ event }) => event === 'task.completed'));
    const types = mine().map(({ event }) => event);
    expect([types[0], types.at(-1)]).toEqual(['task.created', 'task.completed']);
    expect(types.filter((type) => type === 'step.completed')).toHaveLength(1);
    expect(mine().at(-1)?.data).toMatchObject({ task: { id, status: 'completed' } });
    stop.abort();
    await following;

    const last = mine().findIndex(({ event }) => event === 'step.completed');
    const resumed = medley.client.events({ lastEventId: mine()[last]?.id ?? '' });
    const { value } = await resumed.next();
    await resumed.return();
    expect(value?.event).toBe('task.completed');
  });

  test('medley listen posts the end of a task, signed, to a local address', async () => {
    const args = ['listen', '--forward-to', `${receiver.url}/hook`, '--secret', SECRET, '--count', '1'];
    const ran = runMedley([...args, '--json'], { MEDLEY_URL: medley.api.url, MEDLEY_API_KEY: medley.key });
    const client = new Medley({ baseUrl: medley.api.url, apiKey: medley.key });
    await until(async () => {
      await client.tasks.pii({ input: 'x' });
      return receiver.received.length > 0;
    });
    const [request] = receiver.received;
    const { event, task } = webhooks.unwrap(request?.body ?? '', request?.headers ?? {}, SECRET);
    expect([event, task.status, request?.path]).toEqual(['task.completed', 'completed', '/hook']);
    const { code, stdout } = await ran;
    expect([code, JSON.parse(stdout)]).toEqual([0, [{ event, task_id: task.id, result: '200' }]]);
  });

  test('medley listen without an address of a receiver says what it needs', async () => {
    const { code, stderr } = await runMedley(['listen'], { MEDLEY_API_KEY: medley.key });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--forward-to')]);
  });
}
