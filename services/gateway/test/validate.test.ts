import { toUnits } from '@medley/contracts';
import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const url = 'https://example.com/a.mp3';
const text = {
  input: 'x'.repeat(2_000),
  steps: [{ name: 'depersonalize' }, { name: 'llm', options: { prompt: 'p' } }],
};
const media = { url, steps: [{ name: 'fetch' }, { name: 'transcode' }] };

interface Estimate {
  steps: { id: string; depends_on: string[] }[];
  cost: { reserved: number; by_step: { id: string; estimate: number }[] };
  available: { step: string; ok: boolean; reason: string | null }[];
}
const estimate = async (body: object): Promise<Estimate> =>
  (await client.post('/tasks/validate', body)).body.data as unknown as Estimate;

test('the estimate has the resolved steps and the price of each by its unit', async () => {
  expect(await estimate(text)).toMatchObject({
    steps: [
      { id: 'depersonalize', depends_on: [] },
      { id: 'llm', depends_on: ['depersonalize'] },
    ],
    cost: {
      reserved: 0.39,
      by_step: [
        { id: 'depersonalize', fixed: 0.05, per_unit: 0.02, unit: '1000_characters', estimate: 0.09 },
        { id: 'llm', fixed: 0.1, per_unit: 0.1, unit: '1000_characters', estimate: 0.3 },
      ],
    },
  });
  expect((await estimate(media)).cost.by_step).toEqual([
    { id: 'fetch', fixed: 0.1, per_unit: 0, unit: null, estimate: 0.1 },
    { id: 'transcode', fixed: 0.1, per_unit: 0.05, unit: 'minute', estimate: 0.6 },
  ]);
});

test.each([
  ['text', text],
  ['media', media],
])('a task over %s reserves what its estimate says', async (_, body) => {
  const { cost } = await estimate(body);
  expect(await client.create('/tasks', body)).toMatchObject({ cost: { reserved: cost.reserved } });
});

test('nothing is stored and nothing reserved', async () => {
  const own = await gateway.newClient();
  const before = (await own.get('/balance')).text;
  await own.post('/tasks/validate', text);
  expect((await own.get('/balance')).text).toBe(before);
  expect((await own.get('/tasks')).body.data).toMatchObject({ items: [], pagination: { total: 0 } });
});

test.each<[string, object]>([
  ['an empty body', {}],
  ['faults in many fields', { url: 'ftp://x', ttl: 99, steps: [{ name: 'nope' }], metadata: 'x' }],
  ['a graph that does not fit', { input: 'x', steps: [{ name: 'transcode' }] }],
  ['an unknown template', { url, pipeline_id: '00000000-0000-4000-8000-000000000000' }],
  ['an llm step without a prompt', { input: 'x', steps: [{ name: 'llm' }] }],
  ['a ceiling below the price', { ...text, max_cost: 0.1 }],
  ['unknown ids of outputs', { ...text, outputs: ['nope'] }],
])('%s gives the error of the creation', async (_, body) => {
  const [validated, created] = [
    await client.post('/tasks/validate', body),
    await client.post('/tasks', body),
  ];
  expect(validated.status).toBeGreaterThanOrEqual(400);
  expect([validated.status, validated.text]).toEqual([created.status, created.text]);
});

test('too low a balance gives the error of the creation', async () => {
  const poor = await gateway.newClient({ credits: 0.1 });
  const [validated, created] = [await poor.post('/tasks/validate', text), await poor.post('/tasks', text)];
  expect(summarize(validated)).toBe('402 INSUFFICIENT_BALANCE');
  expect(validated.text).toBe(created.text);
});

test('a step without a worker is reported instead of refused', async () => {
  const alone = await startTestGateway({ kinds: ['fetch'] });
  try {
    const own = await alone.newClient();
    const answer = await own.post('/tasks/validate', media);
    expect((answer.body.data as unknown as Estimate).available).toEqual([
      { step: 'fetch', ok: true, reason: null },
      { step: 'transcode', ok: false, reason: expect.stringContaining('transcode') },
    ]);
    expect(summarize(await own.post('/tasks', media))).toBe('502 UPSTREAM_ERROR');
  } finally {
    await alone.stop();
  }
});

describe('max_cost', () => {
  test('above the reservation is accepted and shown', async () => {
    const task = await client.create('/tasks', { ...text, max_cost: 0.5 });
    expect(task.cost).toEqual({ reserved: 0.39, charged: 0, max: 0.5 });
    expect((await gateway.stores.tasks.find(task.id))?.cost.max).toBe(toUnits(0.5));
  });

  test('below the reservation is refused, on each route that creates tasks', async () => {
    const refusals = [
      await client.post('/tasks', { ...text, max_cost: 0.38 }),
      await client.post('/transcode', { url, max_cost: 0.69 }),
      await client.post('/pii', { input: 'x', max_cost: 0.05 }),
    ];
    expect(refusals.map(summarize)).toEqual(Array(3).fill('400 VALIDATION_ERROR max_cost'));
    const batch = await client.post('/tasks/batch', { tasks: [{ ...text, max_cost: 0 }] });
    expect(batch.body.data).toMatchObject({ results: [{ errors: [{ field: 'max_cost' }] }], batch_id: null });
  });

  test.each([[-1], ['1'], [1e400], [[]]])('%j is no ceiling', async (max_cost) => {
    const answer = await client.post('/tasks', { ...text, max_cost });
    expect(answer.status === 201 || summarize(answer) === '400 VALIDATION_ERROR max_cost').toBe(true);
    if (max_cost !== null && max_cost !== Infinity) expect(answer.status).toBe(400);
  });
});

describe('timeout', () => {
  test('sets the deadline of the task', async () => {
    const { id } = await client.create('/tasks', { ...text, timeout: 60 });
    const task = await gateway.stores.tasks.find(id);
    expect((task?.deadline_at.getTime() ?? 0) - (task?.created_at.getTime() ?? 0)).toBe(60_000);
  });

  test.each([[59], [21_601], [60.5], ['60']])('%j is refused', async (timeout) => {
    expect(summarize(await client.post('/tasks', { ...text, timeout }))).toBe('400 VALIDATION_ERROR timeout');
  });
});

describe('a batch', () => {
  const tasks = [text, text, { steps: [] }];
  const counts = async (id: string): Promise<unknown> =>
    (await client.get(`/batches/${id}`)).body.data?.['counts'];

  test('counts its tasks by status', async () => {
    const { data } = (await client.post('/tasks/batch', { tasks })).body;
    const id = data['batch_id'] as string;
    expect(await counts(id)).toEqual({ pending: 2, completed: 0, failed: 0 });
    const [first] = data['results'] as { data: { id: string } }[];
    expect((await client.get(`/tasks/${first?.data.id}`)).body.data['batch_id']).toBe(id);
    const task = await gateway.stores.tasks.find(first?.data.id ?? '');
    await gateway.stores.tasks.update(task?.id ?? '', 1, { set: { status: 'completed' } });
    expect(await counts(id)).toEqual({ pending: 1, completed: 1, failed: 0 });
  });

  test('has the same id when its request is repeated', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await client.post('/tasks/batch', { tasks }, headers);
    const again = await client.post('/tasks/batch', { tasks }, headers);
    expect(again.body.data['batch_id']).toBe(first.body.data['batch_id']);
    expect(await counts(first.body.data['batch_id'] as string)).toMatchObject({ pending: 2 });
  });

  test('is canceled as a whole: a request is stored for each pending task', async () => {
    const { data } = (await client.post('/tasks/batch', { tasks })).body;
    const canceled = await client.post(`/batches/${data['batch_id'] as string}/cancel`);
    expect(canceled.status).toBe(202);
    const ids = (data['results'] as { data?: { id: string } }[]).flatMap((one) => one.data?.id ?? []);
    const stored = await Promise.all(ids.map((id) => gateway.stores.tasks.find(id)));
    expect(stored.map((task) => task?.cancel_requested_at)).toEqual([expect.any(Date), expect.any(Date)]);
  });

  test('of another account looks as if it did not exist', async () => {
    const { data } = (await client.post('/tasks/batch', { tasks })).body;
    const other = await gateway.newClient();
    for (const id of [data['batch_id'] as string, crypto.randomUUID(), 'x']) {
      expect(summarize(await other.get(`/batches/${id}`))).toBe('404 NOT_FOUND');
      expect(summarize(await other.post(`/batches/${id}/cancel`))).toBe('404 NOT_FOUND');
    }
    expect(await counts(data['batch_id'] as string)).toMatchObject({ pending: 2 });
  });
});
