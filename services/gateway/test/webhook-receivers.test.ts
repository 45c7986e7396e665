import { createOutbound } from '@medley/outbound';
import { startReceiver, type Receiver } from '@medley/testing';
import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';
import { Webhook } from 'standardwebhooks';

let gateway: TestGateway;
let client: TestClient;
const receivers: Receiver[] = [];

beforeAll(async () => {
  gateway = await startTestGateway({
    dependencies: () => ({ outbound: createOutbound({ allow: ['127.0.0.0/8'] }) }),
  });
});
beforeEach(async () => {
  client = await gateway.newClient();
});
afterEach(() => Promise.all(receivers.splice(0).map((one) => one.stop())));
afterAll(() => gateway.stop());

async function receive(answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

const secretsOf = async (): Promise<readonly string[]> =>
  (await gateway.stores.accounts.find(client.identity.accountId))?.webhook_secrets ?? [];

function rotate(body: object, headers?: Record<string, string>): Promise<string> {
  return client
    .post('/webhooks/secret/rotate', body, headers)
    .then((answer) => String(answer.body.data['webhook_secret']));
}

/** Whether the first request of the receiver verifies with the secret. */
function verifies({ received: [request] }: Receiver, secret: string): boolean {
  try {
    new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

test('a test is a signed webhook, and shows what the receiver answered', async () => {
  const receiver = await receive((_, response) => response.writeHead(202).end('thank you'));
  const { status, body } = await client.post('/webhooks/test', { url: `${receiver.url}/hook` });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ delivered: true, status_code: 202, error: null, body: 'thank you' });
  const [secret = ''] = await secretsOf();
  const [request] = receiver.received;
  expect(verifies(receiver, secret)).toBe(true);
  expect(request?.headers).toMatchObject({
    'x-service-event': 'webhook.test',
    'x-service-delivery': body.data['id'],
    'x-service-attempt': '1',
  });
  expect(JSON.parse(request?.body ?? '')).toEqual({
    event: 'webhook.test',
    timestamp: expect.any(String) as string,
  });
});

test('a test names the error of a receiver that refuses, redirects or does not listen', async () => {
  const refusing = await receive((_, response) => response.writeHead(401).end('who are you?'));
  const redirecting = await receive((_, response) => response.writeHead(302, { Location: '/' }).end());
  const gone = await receive();
  await gone.stop();
  const results = [];
  for (const { url } of [refusing, redirecting, gone]) {
    const { data } = (await client.post('/webhooks/test', { url })).body;
    results.push([data['delivered'], data['status_code'], data['error']]);
  }
  expect(results).toEqual([
    [false, 401, 'status 401'],
    [false, 302, 'redirect not followed'],
    [false, null, 'connection refused'],
  ]);
  expect(redirecting.received).toHaveLength(1);
});

test('an endless answer of a receiver is read only as far as it is shown', async () => {
  const receiver = await receive((_, response) => {
    const pour = (): void => {
      if (!response.destroyed) response.write('я'.repeat(40_000), pour);
    };
    response.writeHead(200);
    pour();
  });
  const { data } = (await client.post('/webhooks/test', { url: receiver.url })).body;
  expect(data['delivered']).toBe(true);
  expect(data['body']).toBe('я'.repeat(512));
});

test('a third test at once waits until one of the account has ended', async () => {
  const release: (() => void)[] = [];
  const receiver = await receive((_, response) => release.push(() => response.writeHead(200).end()));
  const tests = [1, 2, 3].map(() => client.post('/webhooks/test', { url: receiver.url }));
  const refused = await Promise.race(tests);
  expect(summarize(refused)).toBe('429 RATE_LIMIT_EXCEEDED');
  expect(refused.headers.get('retry-after')).toBe('10');
  while (release.length < 2) await new Promise(setImmediate);
  release.forEach((end) => end());
  const statuses = (await Promise.all(tests)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, 429]);
  const after = client.post('/webhooks/test', { url: receiver.url });
  while (release.length < 3) await new Promise(setImmediate);
  release[2]?.();
  expect((await after).status).toBe(200);
});

test.each([
  [{}, 'url'],
  [{ url: 'ftp://example.com' }, 'url'],
  [{ url: 'http://169.254.169.254/latest' }, 'url'],
  [{ url: 'http://10.0.0.1/' }, 'url'],
  [{ url: 7 }, 'url'],
])('the test of %j is refused', async (body, field) => {
  expect(summarize(await client.post('/webhooks/test', body))).toBe(`400 VALIDATION_ERROR ${field}`);
});

test('a rotation shows a new secret, and during the overlap both sign', async () => {
  const [old = ''] = await secretsOf();
  const { data } = (await client.post('/webhooks/secret/rotate', { overlap_hours: 2 })).body;
  const secret = String(data['webhook_secret']);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const hours =
    (Date.parse(String(data['previous_valid_until'])) - gateway.stores.now().getTime()) / 3_600_000;
  expect(Math.round(hours)).toBe(2);
  const receiver = await receive();
  await client.post('/webhooks/test', { url: receiver.url });
  expect([verifies(receiver, old), verifies(receiver, secret)]).toEqual([true, true]);
});

test('without an overlap only the new secret signs', async () => {
  const [old = ''] = await secretsOf();
  const { data } = (await client.post('/webhooks/secret/rotate', { overlap_hours: 0 })).body;
  expect(data['previous_valid_until']).toBeNull();
  const receiver = await receive();
  await client.post('/webhooks/test', { url: receiver.url });
  expect([verifies(receiver, old), verifies(receiver, String(data['webhook_secret']))]).toEqual([
    false,
    true,
  ]);
});

test('a repeated rotation with the same key creates one secret, and does not store it with the response', async () => {
  const headers = { 'Idempotency-Key': 'rotate-once' };
  const secret = await rotate({}, headers);
  expect(await rotate({}, headers)).toBe(secret);
  expect((await secretsOf())[0]).toBe(secret);
  const begun = await gateway.stores.idempotency.begin(client.identity.accountId, 'rotate-once', '');
  expect(JSON.stringify(begun)).not.toContain('whsec_');
});

test.each([-1, 169, 1.5, '24'])('an overlap of %p hours is refused', async (overlap_hours) => {
  const answer = await client.post('/webhooks/secret/rotate', { overlap_hours });
  expect(summarize(answer)).toBe('400 VALIDATION_ERROR overlap_hours');
});
