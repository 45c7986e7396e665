import { HeaderSealer } from '@medley/kit';
import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const URL = 'https://media.example.com:8443/a/talk.mp3?x=1';
const HOOK = 'https://example.com/hook?key=1';
const SECRET = 'Bearer s3cret-token';
const media = { url: URL, steps: [{ name: 'fetch' }] };

const withHeaders = {
  ...media,
  webhook_url: HOOK,
  source_headers: { Authorization: SECRET, Cookie: 'session=s3cret-cookie' },
  webhook_headers: { 'X-Receiver-Key': 's3cret-hook' },
};

test('headers are sealed for the origin of the link and the address of the webhook, and for the account', async () => {
  const { id } = await client.create('/tasks', withHeaders);
  const task = await gateway.stores.tasks.find(id);
  expect(JSON.stringify(task)).not.toContain('s3cret');
  const sealer = new HeaderSealer(gateway.stores.keyring);
  const { accountId } = client.identity;
  expect(sealer.open(task?.input?.source_headers ?? '', 'source', accountId)).toEqual({
    to: 'https://media.example.com:8443',
    headers: withHeaders.source_headers,
  });
  expect(sealer.open(task?.input?.webhook_headers ?? '', 'webhook', accountId)).toEqual({
    to: HOOK,
    headers: withHeaders.webhook_headers,
  });
  expect(() => sealer.open(task?.input?.source_headers ?? '', 'source', 'another')).toThrow('sealed');
  expect(() => sealer.open(task?.input?.source_headers ?? '', 'webhook', accountId)).toThrow('sealed');
});

test('headers are in no answer about their task', async () => {
  const headers = { 'Idempotency-Key': 'headers' };
  const made = await client.post('/tasks', withHeaders, headers);
  const { id } = made.body.data as { id: string };
  const answers = [
    made,
    await client.post('/tasks', withHeaders, headers),
    await client.get(`/tasks/${id}`),
    await client.get('/tasks?include=output'),
    await client.get('/deliveries'),
    await client.post('/tasks/batch', { tasks: [withHeaders] }),
    await client.post('/tasks/validate', withHeaders),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 200, 200, 200, 200]);
  for (const { text } of answers) {
    expect(text).not.toContain('s3cret');
    expect(text).not.toContain('_headers');
  }
});

test.each(['/transcode', '/transcribe'])('%s takes both kinds of headers', async (path) => {
  const { id } = await client.create(path, { ...withHeaders, steps: undefined });
  const { input } = (await gateway.stores.tasks.find(id)) ?? {};
  expect([typeof input?.source_headers, typeof input?.webhook_headers]).toEqual(['string', 'string']);
});

test.each([
  'Host',
  'host',
  'Connection',
  'Keep-Alive',
  'Proxy-Authorization',
  'Proxy-Connection',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'Content-Length',
  'Expect',
])('the header %s is refused for sources and webhooks', async (name) => {
  for (const field of ['source_headers', 'webhook_headers']) {
    const answer = await client.post('/tasks', { ...media, webhook_url: HOOK, [field]: { [name]: 'x' } });
    expect(summarize(answer)).toBe(`400 VALIDATION_ERROR ${field}`);
    expect(answer.body.errors[0]?.message).toContain(JSON.stringify(name));
  }
});

test.each([
  'webhook-id',
  'Webhook-Timestamp',
  'webhook-signature',
  'X-Service-Event',
  'x-service-delivery',
  'X-Service-Attempt',
  'Content-Type',
  'User-Agent',
])('the header %s of webhooks is set by the service', async (name) => {
  const own = { ...media, webhook_url: HOOK, webhook_headers: { [name]: 'x' } };
  expect(summarize(await client.post('/tasks', own))).toBe('400 VALIDATION_ERROR webhook_headers');
  const ofSource = { ...media, source_headers: { [name]: 'x' } };
  expect((await client.post('/tasks', ofSource)).status).toBe(201);
});

const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`X-${index}`, 'x']));
test.each([
  ['a line break', { A: 'x\r\nEvil: s3cret' }],
  ['a bare line feed', { A: 'x\ns3cret' }],
  ['NUL', { A: 's3cret\0' }],
  ['more than ASCII', { A: 's3cret ключ' }],
  ['a line break in the name', { 'A\r\nHost': 's3cret' }],
  ['a colon in the name', { 'A:': 's3cret' }],
  ['an empty name', { '': 's3cret' }],
  ['a long name', { ['a'.repeat(101)]: 's3cret' }],
  ['a long value', { A: 's3cret'.repeat(1_000) }],
  ['a number', { A: 5 }],
  ['a list', { A: ['s3cret'] }],
  ['one name in two cases', { Authorization: 's3cret', authorization: 's3cret' }],
  ['eleven headers', eleven],
  ['no object', 's3cret'],
  ['a list of headers', [{ A: 's3cret' }]],
])('headers with %s are refused, and the message does not repeat the value', async (_, headers) => {
  for (const field of ['source_headers', 'webhook_headers']) {
    const answer = await client.post('/tasks', { ...media, webhook_url: HOOK, [field]: headers });
    expect(summarize(answer)).toBe(`400 VALIDATION_ERROR ${field}`);
    expect(answer.text).not.toContain('s3cret');
  }
});

test('headers without the address to which they belong are refused', async () => {
  const steps = [{ name: 'depersonalize' }];
  const text = { input: 'x', steps, source_headers: { A: 'x' } };
  expect(summarize(await client.post('/tasks', text))).toBe('400 VALIDATION_ERROR source_headers');
  const silent = { input: 'x', steps, webhook_headers: { A: 'x' } };
  expect(summarize(await client.post('/tasks', silent))).toBe('400 VALIDATION_ERROR webhook_headers');
  expect(summarize(await client.post('/pii', { input: 'x', webhook_headers: { A: 'x' } }))).toBe(
    '400 VALIDATION_ERROR webhook_headers',
  );
});

test('null and an empty object count as no headers', async () => {
  const body = { ...media, webhook_url: HOOK, source_headers: null, webhook_headers: {} };
  const { id } = await client.create('/tasks', body);
  expect((await gateway.stores.tasks.find(id))?.input).not.toHaveProperty('source_headers');
});
