import { overlay } from '@medley/testing';
import type { IdempotencyStore } from '@medley/store';
import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;
/** The process ends between storing the resource and storing the response. */
let crashes = false;

beforeAll(async () => {
  gateway = await startTestGateway({
    dependencies: ({ stores }) => ({
      stores: overlay(stores, { idempotency: overlay(stores.idempotency, { finish }) }),
    }),
  });
  function finish(...[account, key, response]: Parameters<IdempotencyStore['finish']>): Promise<void> {
    const isAnswer = response.status !== 0;
    return crashes && isAnswer
      ? Promise.reject(new Error('crashed'))
      : gateway.stores.idempotency.finish(account, key, response);
  }
});
beforeEach(async () => {
  client = await gateway.newClient({ credits: 10 });
});
afterAll(() => gateway.stop());

const total = async (of: TestClient): Promise<number> =>
  ((await of.get('/tasks')).body.data['pagination'] as { total: number }).total;

test('the same key and body get the same response and create one task', async () => {
  const headers = { 'Idempotency-Key': 'k1' };
  const first = await client.post('/pii', { input: 'x' }, headers);
  const second = await client.post('/pii', { input: 'x' }, headers);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.text).toBe(first.text);
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(await total(client)).toBe(1);
});

test('20 concurrent requests create one task and one charge and get equal responses', async () => {
  const headers = { 'Idempotency-Key': 'at once' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.post('/pii', { input: 'x' }, headers)),
  );
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await total(client)).toBe(1);
  expect((await client.get('/balance')).body.data['reserved']).toBe(0.0501);
});

test('another body or another endpoint under the same key is a mismatch', async () => {
  const headers = { 'Idempotency-Key': 'k2' };
  await client.post('/pii', { input: 'x' }, headers);
  expect(summarize(await client.post('/pii', { input: 'y' }, headers))).toBe('422 IDEMPOTENCY_MISMATCH');
  expect(summarize(await client.post('/llm', { input: 'x' }, headers))).toBe('422 IDEMPOTENCY_MISMATCH');
});

test('another account may use the same key', async () => {
  const headers = { 'Idempotency-Key': 'shared' };
  const other = await gateway.newClient();
  await client.post('/pii', { input: 'x' }, headers);
  const answer = await other.post('/pii', { input: 'y' }, headers);
  expect([answer.status, await total(other)]).toEqual([201, 1]);
});

test('a failed request releases its key', async () => {
  const headers = { 'Idempotency-Key': 'again' };
  expect((await client.post('/pii', { input: '' }, headers)).status).toBe(400);
  expect((await client.post('/pii', { input: 'x' }, headers)).status).toBe(201);
});

test('templates and batches are created once, too', async () => {
  const headers = { 'Idempotency-Key': 'template' };
  const body = { name: 'a', steps: [{ name: 'fetch' }] };
  const first = await client.post('/pipelines', body, headers);
  expect((await client.post('/pipelines', body, headers)).text).toBe(first.text);

  const tasks = [{ input: 'x', steps: [{ name: 'depersonalize' }] }];
  const batch = await client.post('/tasks/batch', { tasks }, { 'Idempotency-Key': 'batch' });
  const replay = await client.post('/tasks/batch', { tasks }, { 'Idempotency-Key': 'batch' });
  expect([replay.text, await total(client)]).toEqual([batch.text, 1]);
});

test.each([
  ['255 characters', 'k'.repeat(255), '201'],
  ['256 characters', 'k'.repeat(256), '400 VALIDATION_ERROR Idempotency-Key'],
  ['none', '', '400 VALIDATION_ERROR Idempotency-Key'],
])('a key of %s', async (_title, key, expected) => {
  expect(summarize(await client.post('/pii', { input: 'x' }, { 'Idempotency-Key': key }))).toBe(expected);
});

test('a resource stored before a crash is found again and not created twice', async () => {
  const headers = { 'Idempotency-Key': 'crashed' };
  crashes = true;
  const first = await client.post('/pii', { input: 'x' }, headers);
  crashes = false;
  const again = await client.post('/pii', { input: 'x' }, headers);
  expect([again.status, again.body.data['id']]).toEqual([201, first.body.data['id']]);
  expect(await total(client)).toBe(1);
  expect((await client.get('/balance')).body.data['reserved']).toBe(0.0501);
});
