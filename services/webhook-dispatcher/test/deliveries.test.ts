import { signWebhook } from '@medley/contracts';
import { createOutbound } from '@medley/outbound';
import { Webhook } from 'standardwebhooks';
import { until } from '@medley/testing';
import { startDispatcherHarness, type DispatcherHarness } from './dispatcher-harness';
import { answerWith, startReceiver, type Answer, type Receiver } from './receiver';

const RETRIES = { WEBHOOK_RETRY_DELAYS_S: '0.02,0.04,0.08' };
let harness: DispatcherHarness;
const receivers: Receiver[] = [];

beforeAll(async () => {
  harness = await startDispatcherHarness();
  await harness.start(RETRIES);
});

afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.stop())));
afterAll(() => harness.close());

async function receive(answer: Answer): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

test('the trace context of the caller who created the task goes to the receiver, also where nothing is traced', async () => {
  const { url, received } = await receive(answerWith(200));
  const traceparent = `00-${'4b'.repeat(16)}-00f067aa0ba902b7-01`;
  const task = await harness.finish(url, { isAnnounced: true, task: { traceparent } });
  await harness.settled(task.id);
  expect(received[0]?.headers['traceparent']).toBe(traceparent);
});

test('a webhook reports the end of a task, signed by Standard Webhooks', async () => {
  const { url, received } = await receive(answerWith(200));

  const task = await harness.finish(url, { isAnnounced: true });

  const delivery = await harness.settled(task.id);
  const [request] = received;
  const headers = request?.headers as Record<string, string>;
  const body = new Webhook(harness.account.secret).verify(request?.body ?? '', headers);
  expect(body).toMatchObject({
    event: 'task.completed',
    task: {
      id: task.id,
      status: 'completed',
      output: { pii: { text: 'Привет, [PERSON_1]' } },
      filename: 'letter.txt',
    },
  });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-event': 'task.completed',
    'x-service-delivery': delivery.id,
    'x-service-attempt': '1',
    'webhook-id': delivery.id,
  });
  expect(delivery).toMatchObject({ state: 'delivered', next_attempt_at: null });
  expect(delivery.attempts).toEqual([
    expect.objectContaining({ attempt: 1, trigger: 'scheduled', status_code: 200, error: null }),
  ]);
});

test('during a rotation a webhook verifies with either secret', () => {
  const secrets = [1, 2].map((fill) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`);
  const timestamp = Math.floor(Date.now() / 1_000);
  const body = Buffer.from('{"text":"я"}');
  const headers = {
    'webhook-id': 'm1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(secrets, { id: 'm1', timestamp, body }),
  };

  for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual({ text: 'я' });
});

test('500, 500, 500, 200: four requests with the same id and bytes', async () => {
  const { url, received } = await receive(answerWith(500, 500, 500, 200));

  const task = await harness.finish(url);

  const delivery = await harness.settled(task.id);
  expect(delivery.state).toBe('delivered');
  expect(delivery.attempts.map((one) => [one.attempt, one.status_code, one.error])).toEqual([
    [1, 500, 'status 500'],
    [2, 500, 'status 500'],
    [3, 500, 'status 500'],
    [4, 200, null],
  ]);
  expect(new Set(received.map((one) => one.headers['x-service-delivery']))).toEqual(new Set([delivery.id]));
  expect(new Set(received.map((one) => one.body.toString())).size).toBe(1);
});

test.each([500, 404, 410, 429, 100_000])(
  'a receiver that answers %i gets four requests, then the delivery has failed',
  async (status) => {
    const { url, received } = await receive(
      status < 1_000 ? answerWith(status) : (response) => response.socket?.end('HTTP/1.1 nonsense\r\n\r\n'),
    );

    const task = await harness.finish(url);

    const delivery = await harness.settled(task.id);
    expect(delivery).toMatchObject({ state: 'failed', next_attempt_at: null });
    expect(received).toHaveLength(4);
    expect(delivery.attempts.every((one) => one.error !== null && one.ended_at !== null)).toBe(true);
    expect((await harness.stores.tasks.find(task.id))?.steps[0]?.output).not.toBeNull();
  },
);

test('a large body is stored in the blob store and sent unchanged on every attempt', async () => {
  const { url, received } = await receive(answerWith(503, 200));

  const task = await harness.finish(url, { text: 'я'.repeat(80_000) });

  const delivery = await harness.settled(task.id);
  expect(delivery.body).toMatchObject({ size: expect.any(Number) as number });
  expect(received).toHaveLength(2);
  expect(received[0]?.body.length).toBeGreaterThan(160_000);
  expect(received[0]?.body.equals(received[1]?.body ?? Buffer.alloc(0))).toBe(true);
});

test('the write that records the 2xx of a task with ttl 0 deletes its data and its files', async () => {
  const { url, received } = await receive(answerWith(200));
  const task = await harness.finish(url, { task: { ttl: 0 }, text: 'я'.repeat(80_000) });

  await until(async () => (await harness.stores.tasks.find(task.id))?.purged_at !== null);

  const purged = await harness.stores.tasks.find(task.id);
  expect(purged).toMatchObject({ input: null, status: 'completed', metadata: [{ key: 'order' }] });
  expect(purged?.steps[0]).toMatchObject({ output: null, text: null, mapping: null, options: '{}' });
  expect(purged?.delivery).toMatchObject({ state: 'delivered', body: null });
  expect(purged?.wake_at).not.toBeNull();
  expect(received).toHaveLength(1);
  await until(async () => (await harness.blobs.stat(`tasks/${task.id}/webhook.json`)) === null);
});

test('with ttl 0 no data is deleted while the receiver refuses', async () => {
  const { url } = await receive(answerWith(500));
  const task = await harness.finish(url, { task: { ttl: 0 } });

  await harness.settled(task.id);

  expect(await harness.stores.tasks.find(task.id)).toMatchObject({
    purged_at: null,
    input: { text: 'Привет, Иван' },
  });
});

test('a deleted or expired result is no longer sent', async () => {
  const { url, received } = await receive(answerWith(200));
  const past = new Date(Date.now() - 1_000);
  const [expired, purged] = await Promise.all([
    harness.finish(url, { task: { expires_at: past } }),
    harness.finish(url, { task: { purged_at: past, input: null } }),
  ]);

  for (const task of [expired, purged]) {
    expect(await harness.settled(task.id)).toMatchObject({
      state: 'failed',
      attempts: [],
      next_attempt_at: null,
    });
  }
  expect(received).toHaveLength(0);
});

test('a failure is delivered even after the data of its task was deleted', async () => {
  const { url, received } = await receive(answerWith(200));
  const error = {
    code: 'CANCELED',
    message: 'the task was canceled',
    step: null,
    retryable: false,
    attempts: 0,
  };

  const task = await harness.finish(url, {
    task: { status: 'failed', error, purged_at: new Date(), input: null },
  });

  expect(await harness.settled(task.id)).toMatchObject({ state: 'delivered', event: 'task.failed' });
  expect(JSON.parse(received[0]?.body.toString() ?? '')).toMatchObject({
    event: 'task.failed',
    task: { status: 'failed', error: 'CANCELED: the task was canceled' },
  });
});

test('an address that is not public is never connected to', async () => {
  const strict = await startDispatcherHarness();
  try {
    await strict.start(RETRIES, { outbound: createOutbound({ allow: [] }) });
    const { url, received } = await receive(answerWith(200));

    const task = await strict.finish(url);

    const delivery = await strict.settled(task.id);
    expect(delivery.attempts.map((one) => one.error)).toEqual(Array(4).fill('forbidden address'));
    expect(received).toHaveLength(0);
  } finally {
    await strict.close();
  }
});
