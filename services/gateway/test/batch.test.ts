import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const good = { input: 'x', steps: [{ name: 'depersonalize' }] };
const bad = { input: 'x', steps: [{ name: 'nope' }], ttl: 25 };

interface Batch {
  results: {
    index: number;
    success: boolean;
    data?: { id: string; status: string };
    error?: { code: string };
    errors?: { field: string }[];
  }[];
  summary: { total: number; succeeded: number; failed: number };
}

test('each task succeeds or fails on its own, in the order of the request', async () => {
  const answer = await client.post('/tasks/batch', { tasks: [good, bad, null, good] });
  expect(answer.status).toBe(200);
  const { results, summary } = answer.body.data as unknown as Batch;
  expect(summary).toEqual({ total: 4, succeeded: 2, failed: 2 });
  expect(results.map(({ index, success }) => [index, success])).toEqual([
    [0, true],
    [1, false],
    [2, false],
    [3, true],
  ]);
  expect(results[0]?.data).toEqual({ id: expect.any(String), status: 'pending' });
  expect(results[1]).toMatchObject({
    error: { code: 'VALIDATION_ERROR' },
    errors: [{ field: 'ttl' }, { field: 'steps[0].name' }],
  });
  expect(results[2]).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  expect((await client.get(`/tasks/${results[3]?.data?.id}`)).status).toBe(200);
});

test.each([
  ['nothing', {}],
  ['an object', { tasks: {} }],
  ['a string', { tasks: 'x' }],
  ['null', { tasks: null }],
  ['no task', { tasks: [] }],
  ['31 tasks', { tasks: Array.from({ length: 31 }, () => good) }],
])('%s is rejected and creates nothing', async (_title, body) => {
  const total = async () => ((await client.get('/tasks')).body.data['pagination'] as { total: number }).total;
  const before = await total();
  const answer = await client.post('/tasks/batch', body);
  expect(summarize(answer)).toBe('400 VALIDATION_ERROR tasks');
  expect(await total()).toBe(before);
});

test('30 tasks of 100,000 Cyrillic characters are accepted, 17 MB are rejected', async () => {
  const tasks = Array.from({ length: 30 }, () => ({ ...good, input: 'я'.repeat(100_000) }));
  const answer = await client.post('/tasks/batch', { tasks });
  expect(answer.body.data['summary']).toEqual({ total: 30, succeeded: 30, failed: 0 });

  const huge = await client.post('/tasks/batch', { tasks, pad: 'x'.repeat(17_000_000) });
  expect(summarize(huge)).toBe('400 VALIDATION_ERROR body');
});

test('a balance for some tasks creates some; a balance for none is 402 for the whole batch', async () => {
  const some = await gateway.newClient({ credits: 0.11 });
  const tasks = [good, good, good, good];
  const partly = (await some.post('/tasks/batch', { tasks })).body.data as unknown as Batch;
  expect(partly.summary).toEqual({ total: 4, succeeded: 2, failed: 2 });
  expect(partly.results.flatMap(({ error }) => error?.code ?? [])).toEqual([
    'INSUFFICIENT_BALANCE',
    'INSUFFICIENT_BALANCE',
  ]);

  const none = await gateway.newClient({ credits: 0.01 });
  expect(summarize(await none.post('/tasks/batch', { tasks }))).toBe('402 INSUFFICIENT_BALANCE');
});
