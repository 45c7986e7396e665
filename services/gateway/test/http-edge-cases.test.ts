import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';
import { sendRaw } from './send-raw';

let gateway: TestGateway;
let client: TestClient;
const limits = { headersMs: 30_000 };

beforeAll(async () => {
  gateway = await startTestGateway({ dependencies: () => limits });
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

async function raw(start: string, headers: readonly string[] = [], body = ''): Promise<string> {
  const all = [`Authorization: Bearer ${client.identity.key}`, 'Host: x', 'Connection: close', ...headers];
  const answer = await sendRaw(gateway.url, `${start} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n${body}`);
  const { error } = JSON.parse(answer.body || '{}') as { error?: { code: string } };
  return `${answer.status} ${error?.code ?? 'ok'}`;
}

test.each([
  ['TRACE', '405 METHOD_NOT_ALLOWED'],
  ['PROPFIND', '405 METHOD_NOT_ALLOWED'],
  ['QUERY', '405 METHOD_NOT_ALLOWED'],
  ['BREW', '400 VALIDATION_ERROR'],
])('the method %s is rejected', async (method, expected) => {
  expect(await raw(`${method} /api/v1/tasks`)).toBe(expected);
});

test('no header overrides the method', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  const overrides = ['X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: DELETE', 'X-Method-Override: DELETE'];
  expect(await raw(`GET /api/v1/tasks/${id}?_method=DELETE`, overrides)).toBe('200 ok');
  expect((await gateway.stores.tasks.find(id))?.delete_requested_at).toBeNull();
});

test.each([
  '/api/v1/%2e%2e/v1/balance',
  '/api/v1/../v1/balance',
  '/api/v1/./balance',
  '/api/v1//balance',
  '/api/v1/balance;a=b',
  '/api%2fv1%2fbalance',
  '/api/v1/balance%00',
  '/files/..%2f..%2fetc%2fpasswd',
  '/files/../../etc/passwd',
])('%s is not found', async (path) => {
  expect(await raw(`GET ${path}`)).toMatch(/^40[34] /);
});

test('an absolute request target and an unknown host change nothing', async () => {
  expect(await raw('GET /api/v1/balance', ['X-Forwarded-Host: evil.test', 'Forwarded: host=evil.test'])).toBe(
    '200 ok',
  );
  const made = await client.post('/pii', { input: 'x' }, { 'X-Forwarded-Host': 'evil.test' });
  expect(made.headers.get('location')).toMatch(/^\/api\/v1\/tasks\//);
});

test('a forged client address does not evade the rate limit of the key', async () => {
  const limited = await gateway.newClient({ tariff: 'free' });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      limited.get('/balance', { 'X-Forwarded-For': `8.8.8.${index}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(15);
});

test.each([
  ['chunks', '10\r\n{"input": "x"}  \r\n0\r\n\r\n', '201 ok'],
  ['chunks with a wrong length', '5\r\n{"input": "x"}\r\n0\r\n\r\n', '400 VALIDATION_ERROR'],
  ['chunks without a length', 'zz\r\n{"input":"x"}\r\n0\r\n\r\n', '400 VALIDATION_ERROR'],
])('a body in %s', async (_title, body, expected) => {
  expect(await raw('POST /api/v1/pii', ['Transfer-Encoding: chunked'], body)).toBe(expected);
});

test('no header can be injected through a file name', async () => {
  const id = 'abc\r\nX-Evil: 1';
  const answer = await client.get(`/tasks/${encodeURIComponent(id)}`);
  expect([summarize(answer), answer.headers.get('x-evil')]).toEqual(['400 INVALID_TASK_ID', null]);
});

test('a client that sends its headers slowly does not delay others', async () => {
  const start = 'GET /api/v1/balance HTTP/1.1\r\nHost: x\r\n';
  let isOver = false;
  // Closed with the gateway after the last test, when a reset must not fail the suite.
  sendRaw(gateway.url, start)
    .catch(() => undefined)
    .finally(() => (isOver = true));
  expect((await client.get('/balance')).status).toBe(200);
  expect(isOver).toBe(false);

  limits.headersMs = 300;
  const { status } = await sendRaw(await gateway.startAnother(), start);
  expect(status).toBe(408);
});
