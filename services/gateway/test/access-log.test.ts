import { overlay, recordLog, until, type LogLine } from '@medley/testing';
import { startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';
import { AppError } from '@medley/kit';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const SECRET_TEXT = 'canary-text-of-the-customer';

const { logger, lines } = recordLog('gateway');
let gateway: TestGateway;
let client: TestClient;
let isDown = false;

beforeAll(async () => {
  gateway = await startTestGateway({
    logger,
    dependencies: ({ broker }) => ({
      broker: overlay(broker, { checkHealth: () => (isDown ? 'down' : null) }),
    }),
  });
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  isDown = false;
});

const body = { input: SECRET_TEXT, steps: [{ name: 'depersonalize' }] };

/** The access line of the request with this id. */
async function accessLine(requestId: string): Promise<LogLine> {
  const find = (): LogLine | undefined =>
    lines.find((line) => line.message === 'request' && line['request_id'] === requestId);
  await until(() => find() !== undefined);
  return find() ?? ({} as LogLine);
}

test('one line tells of each request its id, account, key, route, status, time and new tasks', async () => {
  const created = await client.post('/tasks', body, { 'X-Request-Id': 'req-1', traceparent: TRACEPARENT });
  const { id } = created.body.data as { id: string };
  const line = await accessLine('req-1');
  expect(line).toMatchObject({
    level: 'info', service: 'gateway', method: 'POST', route: '/api/v1/tasks', status: 201, task_ids: id,
    account_id: client.identity.accountId, key_id: client.identity.keyId, key_last4: client.identity.key.slice(-4), trace_id: TRACE_ID,
  }); // prettier-ignore
  expect(line['ms']).toEqual(expect.any(Number));
  await client.get(`/tasks/${id}`, { 'X-Request-Id': 'req-2' });
  expect(await accessLine('req-2')).toMatchObject({ route: '/api/v1/tasks/:taskId', status: 200 });
  expect(lines.filter((one) => one.message === 'request' && one['request_id'] === 'req-1')).toHaveLength(1);
});

test('request id and trace of the request are kept with its task and in the line about its creation', async () => {
  const headers = { 'X-Request-Id': 'req-kept', traceparent: TRACEPARENT };
  const { id } = (await client.post('/tasks', body, headers)).body.data as { id: string };
  const kept = { request_id: 'req-kept', traceparent: TRACEPARENT };
  expect(await gateway.stores.tasks.find(id)).toMatchObject(kept);
  expect(lines.find((line) => line.message === 'task created' && line['task_id'] === id)).toMatchObject({
    level: 'info', request_id: 'req-kept', trace_id: TRACE_ID, account_id: client.identity.accountId,
  }); // prettier-ignore
});

test('the line of a batch names all its tasks', async () => {
  const answer = await client.post('/tasks/batch', { tasks: [body, body] }, { 'X-Request-Id': 'req-batch' });
  const { results } = answer.body.data as { results: { data: { id: string } }[] };
  const line = await accessLine('req-batch');
  expect(String(line['task_ids']).split(',').sort()).toEqual(results.map(({ data }) => data.id).sort());
});

test('an invalid trace context is ignored', async () => {
  for (const traceparent of ['x', `ff${TRACEPARENT.slice(2)}`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`]) {
    const { id } = (await client.post('/tasks', body, { traceparent })).body.data as { id: string };
    expect((await gateway.stores.tasks.find(id))?.traceparent).toBeUndefined();
  }
});

test('an expected refusal is no error line and has no stack', async () => {
  isDown = true;
  expect((await client.post('/tasks', body, { 'X-Request-Id': 'req-down' })).status).toBe(502);
  expect(await accessLine('req-down')).toMatchObject({ status: 502, code: 'UPSTREAM_ERROR' });
  const about = lines.filter((line) => line['request_id'] === 'req-down');
  expect(about.map(({ level, message }) => `${level} ${message}`)).toEqual([
    'warn a request was refused',
    'info request',
  ]);
  expect(about.every((line) => line['stack'] === undefined)).toBe(true);
});

test('a mistake in the code is an error line with its stack', async () => {
  const find = jest.spyOn(gateway.stores.tasks, 'find').mockRejectedValueOnce(new TypeError('a mistake'));
  const path = '/tasks/00000000-0000-4000-8000-000000000000';
  expect((await client.get(path, { 'X-Request-Id': 'req-bug' })).status).toBe(500);
  find.mockRejectedValueOnce(new AppError('UPSTREAM_ERROR', 'the database does not answer'));
  expect((await client.get(path, { 'X-Request-Id': 'req-db' })).status).toBe(500);
  find.mockRestore();
  await accessLine('req-db');
  const levelOf = (id: string): unknown =>
    lines.find((line) => line['request_id'] === id && line.message !== 'request')?.level;
  expect([levelOf('req-bug'), levelOf('req-db')]).toEqual(['error', 'warn']);
  const line = lines.find((one) => one.message === 'a request failed');
  expect(line?.['stack']).toContain('a mistake');
});

test('a request without a valid key has a line without an account, and no line has a text, a link or a key', async () => {
  const url = `${gateway.url}/api/v1/tasks?q=canary-query`;
  const headers = { Authorization: 'Bearer sk-canary-key', 'X-Request-Id': 'req-401' };
  await fetch(url, { headers });
  const line = await accessLine('req-401');
  expect(line).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
  expect(line['account_id']).toBeUndefined();
  await client.post('/tasks', { ...body, input: undefined, url: 'http://8.8.8.8/canary.mp3' }, {});
  const all = JSON.stringify(lines);
  for (const canary of ['canary', client.identity.key]) expect(all).not.toContain(canary);
});
