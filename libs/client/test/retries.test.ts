import { Medley, MedleyApiError, MedleyConnectionError, MedleyTimeoutError } from '@medley/client';
import {
  type Responder,
  type StubUpstream,
  respondTruncated,
  respondJson,
  neverRespond,
  startStubUpstream,
  until,
  withFrozenTimers,
} from '@medley/testing';

const balance = { balance: 10, reserved: 0, charged: 0, tariff: 'free' };
const good = respondJson({ success: true, data: balance });
const task = respondJson({ success: true, data: { id: 'x', status: 'pending' } }, 201);
const refusal =
  (status: number, code: string, headers: Record<string, string> = {}): Responder =>
  (response) =>
    response
      .writeHead(status, { 'X-Request-Id': 'r-1', ...headers })
      .end(JSON.stringify({ success: false, error: { code, message: `about ${code}` } }));
const badGateway: Responder = (response) => response.writeHead(502).end('<h1>Bad\n gateway</h1>');

let server: StubUpstream;
let medley: Medley;
beforeEach(async () => {
  server = await startStubUpstream();
  medley = clientOf({});
});
afterEach(() => server.close());

function clientOf(options: { maxRetries?: number; timeoutMs?: number; maxRetryAfterMs?: number }): Medley {
  return new Medley({ baseUrl: server.url.replace('/v1', ''), apiKey: 'sk-test', ...options });
}

test.each<[string, Responder]>([
  ['an internal error', refusal(500, 'INTERNAL_ERROR')],
  ['a proxy without its service', badGateway],
  ['a connection that broke', respondTruncated],
  ['a request with the same key that is still running', refusal(409, 'IDEMPOTENCY_IN_PROGRESS')],
])('%s is retried', async (_, failure) => {
  server.respond(failure, good);
  await expect(medley.balance()).resolves.toEqual(balance);
  expect(server.requests).toHaveLength(2);
});

test('a creation is retried with the same key and bytes; the next one has another key', async () => {
  server.respond(badGateway, refusal(500, 'INTERNAL_ERROR'), task);
  await medley.tasks.pii({ input: 'Иван' });
  await medley.tasks.pii({ input: 'Иван' });
  const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[\w-]{36}$/);
  expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringContaining(String(keys[0]))]);
  expect(new Set(server.requests.map(({ body }) => body.toString()))).toEqual(new Set(['{"input":"Иван"}']));
});

test('a key of the caller is sent unchanged', async () => {
  server.respond(task);
  await medley.batch([{ input: 'a', steps: [{ name: 'depersonalize' }] }], { idempotencyKey: 'order-7' });
  await medley.pipelines.create({ name: 'p', steps: [{ name: 'fetch' }] }, { idempotencyKey: 'order-7' });
  expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-7', 'order-7']);
});

test('Retry-After is waited for', async () => {
  server.respond(refusal(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '7' }), good);
  // Without the jitter that spreads the retries of clients.
  const random = jest.spyOn(Math, 'random').mockReturnValue(0);
  await withFrozenTimers(async (timers) => {
    const answer = medley.balance();
    await timers.untilSet(7_000);
    await timers.advance(6_999);
    expect(server.requests).toHaveLength(1);
    await timers.advance(1);
    await expect(answer).resolves.toEqual(balance);
  }).finally(() => random.mockRestore());
  expect(server.requests).toHaveLength(2);
});

test('a Retry-After beyond the limit is reported at once', async () => {
  server.respond(refusal(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '61' }));
  const error: unknown = await medley.balance().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MedleyApiError);
  expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429, retryAfter: 61, requestId: 'r-1' });
  expect(server.requests).toHaveLength(1);
});

test.each([400, 401, 402, 403, 404, 409, 410, 422])('%i is not retried', async (status) => {
  server.respond(refusal(status, 'SOME_CODE'));
  await expect(medley.balance()).rejects.toMatchObject({ code: 'SOME_CODE', status });
  expect(server.requests).toHaveLength(1);
});

test('trying ends', async () => {
  server.respond(badGateway);
  const error: unknown = await clientOf({ maxRetries: 1 })
    .balance()
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 502 });
  expect((error as Error).message).toContain('Bad gateway');
  expect(server.requests).toHaveLength(2);
});

test('a page of another server is an error, not data', async () => {
  server.respond((response) => response.writeHead(200).end('<h1>Welcome</h1>'));
  await expect(medley.balance()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 200 });
});

test('a server that does not respond causes a timeout and a retry', async () => {
  server.respond(neverRespond, good);
  await withFrozenTimers(async (timers) => {
    const answer = clientOf({ timeoutMs: 3_600_000 }).balance();
    await until(() => server.requests.length === 1);
    await timers.advance(3_600_000);
    await until(async () => {
      await timers.advance(100);
      return server.requests.length === 2;
    });
    await expect(answer).resolves.toEqual(balance);
  });
  server.respond(neverRespond);
  const once = clientOf({ timeoutMs: 150, maxRetries: 0 });
  await expect(once.balance()).rejects.toThrow(MedleyTimeoutError);
});

test('a refused connection is an error that names the address and the cause', async () => {
  await server.close();
  const error: unknown = await clientOf({ maxRetries: 0 })
    .balance()
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MedleyConnectionError);
  expect((error as Error).message).toMatch(/127\.0\.0\.1:\d+: .*ECONNREFUSED/);
});

test('an invalid request fails at once, without a retry', async () => {
  await expect(medley.tasks.create({}, { idempotencyKey: 'ключ' })).rejects.toMatchObject({
    name: 'TypeError',
  });
  expect(server.requests).toHaveLength(0);
});

test('an aborted signal ends the request, the pause before the next one, and a request that has not begun', async () => {
  server.respond(neverRespond);
  const stop = new AbortController();
  const hanging = medley.balance({ signal: stop.signal });
  await until(() => server.requests.length === 1);
  stop.abort(new Error('enough'));
  await expect(hanging).rejects.toThrow('enough');
  await until(() => server.requests[0]?.isAborted() === true);

  server.respond(refusal(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '50' }));
  const pausing = new AbortController();
  const paused = medley.balance({ signal: pausing.signal });
  await until(() => server.requests.length === 2);
  pausing.abort(new Error('enough'));
  await expect(paused).rejects.toThrow('enough');

  await expect(medley.balance({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  expect(server.requests).toHaveLength(2);
});

test('a stream that is closed again and again without an event fails', async () => {
  server.respond((response) =>
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(': no\n\n'),
  );
  const events = clientOf({ maxRetries: 1 }).tasks.events('x');
  await expect(events.next()).rejects.toMatchObject({ code: 'CONNECTION_FAILED' });
  expect(server.requests).toHaveLength(2);
});
