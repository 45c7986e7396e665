import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestGateway, summarize, type TestResponse, type TestGateway } from '@medley/testing/gateway';
import { until } from '@medley/testing';

let gateway: TestGateway;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-tariffs-'));
  const file = join(directory, 'tariffs.json');
  await writeFile(
    file,
    JSON.stringify({
      small: { requests_per_minute: 6, max_unfinished_tasks: 2 },
      roomy: { requests_per_minute: 120, max_unfinished_tasks: 3 },
      quick: { requests_per_minute: 120, max_unfinished_tasks: 1 },
    }),
  );
  gateway = await startTestGateway({ env: { TARIFFS_FILE: file } });
});
afterAll(async () => {
  await gateway.stop();
  await rm(directory, { recursive: true });
});

test('every response has the rate limit headers, except of a tariff without a limit', async () => {
  const limited = await gateway.newClient({ tariff: 'free' });
  for (const path of ['/balance', '/tasks/x', '/nope']) {
    const answer = await limited.get(path);
    expect(answer.headers.get('ratelimit-policy')).toBe('"free";q=60;w=60');
    expect(answer.headers.get('ratelimit')).toMatch(/^"free";r=5\d;t=\d+$/);
  }
  const unlimited = await gateway.newClient({ tariff: 'unlimited' });
  const { headers } = await unlimited.get('/balance');
  expect(headers.has('ratelimit-policy')).toBe(false);
  expect(headers.has('ratelimit')).toBe(false);
});

test('a burst ends with 429, and after Retry-After the next request is accepted', async () => {
  const client = await gateway.newClient({ tariff: 'quick' });
  let refused: TestResponse | undefined;
  await until(async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.get('/balance')));
    refused = answers.find(({ status }) => status === 429);
    return refused !== undefined;
  });
  if (!refused) throw new Error('nothing was refused');

  expect(summarize(refused)).toBe('429 RATE_LIMIT_EXCEEDED');
  const seconds = refused.headers.get('retry-after') ?? '';
  expect(seconds).toMatch(/^[1-9]\d*$/);
  expect(refused.body.error.message).toContain(`${seconds} seconds`);
  // libs/store/test/limits.test.ts proves that the header is exact, with times that it sets.
  await until(async () => (await client.get('/balance')).status === 200);
});

test('two accounts have a bucket each', async () => {
  const [one, other] = [
    await gateway.newClient({ tariff: 'small' }),
    await gateway.newClient({ tariff: 'small' }),
  ];
  for (let call = 0; call < 7; call += 1) await one.get('/balance');
  expect((await one.get('/balance')).status).toBe(429);
  expect((await other.get('/balance')).status).toBe(200);
});

test('a batch counts as one request per task, but is accepted while one is left', async () => {
  const client = await gateway.newClient({ tariff: 'small' });
  for (let call = 0; call < 5; call += 1) await client.get('/balance');
  const tasks = Array.from({ length: 4 }, () => ({ input: 'x', steps: [{ name: 'nope' }] }));
  expect((await client.post('/tasks/batch', { tasks })).status).toBe(200);
  expect((await client.get('/balance')).status).toBe(429);
});

test('the remaining capacity goes to the tasks of a batch in order, and each rejected one has its own error', async () => {
  const client = await gateway.newClient({ tariff: 'roomy' });
  const plain = { input: 'x', steps: [{ name: 'depersonalize' }] };
  // Checking a schema takes time: without tickets these tasks would be the last.
  const slow = { input: 'x', prompt: 'p', responseSchema: { type: 'object' }, steps: [{ name: 'llm' }] };
  const bad = { input: 'x', steps: [{ name: 'nope' }] };
  const tasks = [slow, bad, slow, plain, plain, plain, slow];
  const answer = await client.post('/tasks/batch', { tasks });
  const results = answer.body.data['results'] as { success: boolean; error?: { code: string } }[];
  expect(results.map(({ success, error }) => error?.code ?? success)).toEqual([
    true,
    'VALIDATION_ERROR',
    true,
    true,
    'RATE_LIMIT_EXCEEDED',
    'RATE_LIMIT_EXCEEDED',
    'RATE_LIMIT_EXCEEDED',
  ]);
});

test('the unfinished tasks of an account are limited', async () => {
  const client = await gateway.newClient({ tariff: 'small' });
  await client.create('/pii', { input: 'x' });
  await client.create('/pii', { input: 'x' });
  const third = await client.post('/pii', { input: 'x' });
  expect(summarize(third)).toBe('429 RATE_LIMIT_EXCEEDED');
  expect(third.headers.get('retry-after')).toMatch(/^\d+$/);
});
