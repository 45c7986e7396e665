import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeWav, startReceiver, until, type Receiver } from '@medley/testing';
import { amqpUrl, describeWithAmqp } from '@medley/testing/broker';
import { startAllInOne, type AllInOne } from '@medley/testing/system';

describe('on the embedded broker', () => customHeaders({}));
describeWithAmqp('on RabbitMQ', () => customHeaders({ AMQP_URL: amqpUrl }));

/** A server whose media needs a key. */
async function serveGuarded(): Promise<{ url: string; seen: IncomingHttpHeaders[]; stop(): Promise<void> }> {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers);
    const isKnown = headers.authorization === 'Bearer s3cret-source';
    response.writeHead(isKnown ? 200 : 401).end(isKnown ? makeWav(1) : 'who are you?');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/tone.wav`,
    seen,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function customHeaders(env: Record<string, string>): void {
  let medley: AllInOne;
  let receiver: Receiver;
  let source: Awaited<ReturnType<typeof serveGuarded>>;

  beforeAll(async () => {
    source = await serveGuarded();
    receiver = await startReceiver();
    medley = await startAllInOne(env);
  });
  afterAll(async () => {
    await medley.stop();
    await Promise.all([receiver.stop(), source.stop()]);
  });

  test('source_headers open a guarded link, and webhook_headers reach the receiver beside the signature', async () => {
    const { id } = await medley.api.create('/tasks', {
      url: source.url,
      steps: [{ name: 'fetch' }],
      source_headers: { Authorization: 'Bearer s3cret-source' },
      webhook_url: `${receiver.url}/hook`,
      webhook_headers: { 'X-Api-Key': 's3cret-receiver' },
    });
    const task = await medley.api.ended(id);
    expect([task.status, task.error]).toEqual(['completed', undefined]);
    const mine = (): Receiver['received'] => receiver.received.filter(({ body }) => body.includes(id));
    await until(() => mine().length > 0);
    expect(mine()[0]?.headers).toMatchObject({
      'x-api-key': 's3cret-receiver',
      'x-service-event': 'task.completed',
      'webhook-signature': expect.stringContaining('v1,') as string,
    });
    expect(JSON.stringify([task, mine()[0]?.body])).not.toContain('s3cret');
  });

  test('the webhook of a failed task has its headers, too', async () => {
    const { id } = await medley.api.create('/tasks', {
      url: source.url,
      steps: [{ name: 'fetch' }],
      source_headers: { Authorization: 'Bearer wrong' },
      webhook_url: `${receiver.url}/hook`,
      webhook_headers: { 'X-Api-Key': 's3cret-receiver' },
    });
    const task = await medley.api.ended(id);
    expect(task.status).toBe('failed');
    await until(() => receiver.received.some(({ body }) => body.includes(id)));
    const { headers } = receiver.received.find(({ body }) => body.includes(id)) ?? {};
    expect(headers?.['x-api-key']).toBe('s3cret-receiver');
  });

  test('a delivery is redelivered by its id, with its headers', async () => {
    const { id } = await medley.api.create('/pii', {
      input: 'x',
      webhook_url: `${receiver.url}/again`,
      webhook_headers: { 'X-Api-Key': 's3cret-receiver' },
    });
    const mine = (): Receiver['received'] => receiver.received.filter(({ body }) => body.includes(id));
    await until(() => mine().length === 1);
    const { items } = await medley.client.deliveries.list();
    const delivery = items.find(({ task_id }) => task_id === id);
    await medley.client.deliveries.redeliver(delivery?.id ?? '');
    await until(() => mine().length === 2);
    expect(mine()[1]?.headers).toMatchObject({ 'x-api-key': 's3cret-receiver', 'x-service-attempt': '2' });
  });
}
