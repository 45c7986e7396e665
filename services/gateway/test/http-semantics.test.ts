import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';
import { sendRaw } from './send-raw';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

describe('every response', () => {
  test('repeats a valid request id and generates one otherwise', async () => {
    const echoed = await client.get('/balance', { 'X-Request-Id': 'abc-123' });
    expect(echoed.headers.get('x-request-id')).toBe('abc-123');

    for (const bad of ['with space', 'x'.repeat(129), '']) {
      const made = await client.get('/balance', { 'X-Request-Id': bad });
      expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('has the envelope, also for unknown paths', async () => {
    const answer = await client.get('/nope');
    expect(summarize(answer)).toBe('404 NOT_FOUND');
    expect(answer.body).toEqual({
      success: false,
      error: { code: 'NOT_FOUND', message: expect.any(String) },
    });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test.each([
    '/api/v1',
    '/api/v1/nope',
    '/api/v2/tasks',
    '//api/v1/tasks',
    '/API/v1/tasks',
    '/',
    '/etc/passwd',
  ])('is 404 for %s without a key', async (path) => {
    const { status, body } = await sendRaw(
      gateway.url,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
  });

  test.each([
    ['PUT', '/pii', 'POST'],
    ['DELETE', '/tasks', 'POST, GET, HEAD'],
    ['PATCH', '/tasks/x', 'GET, DELETE, HEAD'],
    ['GET', '/tasks/batch', 'POST'],
    ['OPTIONS', '/balance', 'GET, HEAD'],
    ['POST', '/tasks/x/events', 'GET, HEAD'],
  ])('lists the allowed methods when %s %s is not allowed', async (method, path, allow) => {
    const answer = await client.send(method, path);
    expect(summarize(answer)).toBe('405 METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')).toBe(allow);
  });

  test('to HEAD is that to GET, without a body', async () => {
    const answer = await client.send('HEAD', '/balance');
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  test('reveals nothing about the server', async () => {
    const answer = await client.get('/balance');
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });
});

describe('a request that the HTTP parser rejects', () => {
  const get = (headers: string): string => `GET /api/v1/balance HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

  test('gets 431 and the envelope for headers over 16 KiB, and is accepted below', async () => {
    const over = await sendRaw(gateway.url, get(`X-A: ${'a'.repeat(17_000)}\r\n`));
    expect(over.status).toBe(431);
    expect(JSON.parse(over.body)).toMatchObject({ success: false });

    const under = await sendRaw(gateway.url, get(`X-A: ${'a'.repeat(15_000)}\r\nConnection: close\r\n`));
    expect(under.status).toBe(401);
  });

  test('gets 400 for more than 100 headers', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `X-${index}: a\r\n`).join('');
    expect((await sendRaw(gateway.url, get(`${many}Connection: close\r\n`))).status).toBe(400);
  });

  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    [
      'two lengths',
      'POST /api/v1/pii HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    ],
    [
      'length and chunks',
      'POST /api/v1/pii HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('gets 400 and the envelope for %s', async (_title, bytes) => {
    const { status, body } = await sendRaw(gateway.url, bytes);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ success: false });
  });
});

describe('ids in paths', () => {
  test.each(['1', '%zz', '%c0%ae', '..%2f', '%00', '{x}', 'x'.repeat(8_000)])(
    '%s is no task id',
    async (id) => {
      expect(summarize(await client.get(`/tasks/${id}`))).toBe('400 INVALID_TASK_ID');
    },
  );

  test('a UUID with a line break is not a task id', async () => {
    const id = '00000000-0000-0000-0000-000000000000%0a';
    expect(summarize(await client.get(`/tasks/${id}`))).toBe('400 INVALID_TASK_ID');
  });

  test('an unknown one is TASK_NOT_FOUND, an upper-case one finds the task', async () => {
    const nil = '00000000-0000-0000-0000-000000000000';
    expect(summarize(await client.get(`/tasks/${nil}`))).toBe('404 TASK_NOT_FOUND');
    const task = await client.create('/pii', { input: 'x' });
    const found = await client.get(`/tasks/${task.id.toUpperCase()}`);
    expect(found.body.data['id']).toBe(task.id);
  });
});

describe('without a key', () => {
  test('health and metrics are served', async () => {
    const health = await fetch(`${gateway.url}/health`);
    expect([health.status, await health.json()]).toEqual([
      200,
      { ok: true, status: 'ok', reasons: {}, warnings: {} },
    ]);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toContain('medley_gateway_request_seconds_bucket');
  });
});
