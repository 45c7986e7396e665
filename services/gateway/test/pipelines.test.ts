import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
});
beforeEach(async () => {
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const MP3 = '6d65646c-6579-4000-8000-000000000001';
const steps = [{ name: 'fetch' }, { name: 'transcribe', options: { diarization: true } }];
const listOf = async (query = ''): Promise<{ items: Record<string, unknown>[]; pagination: unknown }> =>
  (await client.get(`/pipelines${query}`)).body.data as never;

test('a template is created, shown with its resolved steps, replaced and deleted', async () => {
  const made = await client.post('/pipelines', { name: 'мой', description: 'd', steps });
  expect(made.status).toBe(201);
  const { id } = made.body.data as { id: string };
  expect(made.headers.get('location')).toBe(`/api/v1/pipelines/${id}`);
  expect(made.body.data).toEqual({
    id,
    name: 'мой',
    description: 'd',
    outputs: null,
    steps: [
      { id: 'fetch', name: 'fetch', depends_on: [], options: {} },
      { id: 'transcribe', name: 'transcribe', depends_on: ['fetch'], options: { diarization: true } },
    ],
    is_default: false,
    created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    updated_at: expect.any(String),
  });
  expect((await client.get(`/pipelines/${id.toUpperCase()}`)).body.data).toEqual(made.body.data);

  const changed = await client.send('PUT', `/pipelines/${id}`, {
    body: { name: 'b', steps: [{ name: 'fetch' }] },
  });
  expect([changed.status, changed.body.data['name'], changed.body.data['description']]).toEqual([
    200,
    'b',
    null,
  ]);
  expect((await client.send('DELETE', `/pipelines/${id}`)).status).toBe(200);
  expect(summarize(await client.get(`/pipelines/${id}`))).toBe('404 NOT_FOUND');
  expect(summarize(await client.send('DELETE', `/pipelines/${id}`))).toBe('404 NOT_FOUND');
});

test.each<[string, unknown, string]>([
  ['nothing', {}, 'name,steps'],
  ['no name', { steps }, 'name'],
  ['an empty name', { name: '', steps }, 'name'],
  ['null for what is required', { name: null, steps: null }, 'name,steps'],
  ['256 letters of name', { name: 'я'.repeat(256), steps }, 'name'],
  ['1,001 letters of description', { name: 'a', description: '😀'.repeat(1_001), steps }, 'description'],
  ['no steps', { name: 'a', steps: [] }, 'steps'],
  ['steps that are no list', { name: 'a', steps: 'fetch' }, 'steps'],
  ['a cycle', { name: 'a', steps: cycleOf(2) }, 'steps[0].depends_on'],
  ['a cycle of 20', { name: 'a', steps: cycleOf(20) }, 'steps[0].depends_on'],
  ['itself', { name: 'a', steps: [{ name: 'llm', depends_on: ['llm'] }] }, 'steps[0].depends_on[0]'],
  [
    'the same id twice',
    { name: 'a', steps: [{ name: 'llm' }, { name: 'llm', depends_on: [] }] },
    'steps[1].id',
  ],
  ['text after a link', { name: 'a', steps: [{ name: 'fetch' }, { name: 'llm' }] }, 'steps[1].depends_on[0]'],
  [
    'an unknown prompt template',
    { name: 'a', steps: [{ name: 'llm', options: { template: 'x' } }] },
    'steps[0].options.template',
  ],
])('%s is rejected', async (_title, body, fields) => {
  expect(summarize(await client.post('/pipelines', body))).toBe(`400 VALIDATION_ERROR ${fields}`);
});

function cycleOf(length: number): unknown[] {
  return Array.from({ length }, (_, index) => ({
    id: `s${index}`,
    name: 'llm',
    depends_on: [`s${(index + length - 1) % length}`],
  }));
}

test('the longest name and description are accepted, and an llm step without a prompt', async () => {
  const body = { name: '😀'.repeat(255), description: 'я'.repeat(1_000), steps: [{ name: 'llm' }] };
  expect((await client.post('/pipelines', body)).body.data).toMatchObject({
    name: body.name,
    description: body.description,
  });
});

test('own templates are listed newest first, then those of the system', async () => {
  for (const name of ['one', 'two', 'three']) await client.post('/pipelines', { name, steps });
  const all = await listOf();
  expect(all.items.slice(0, 3).map(({ name }) => name)).toEqual(['three', 'two', 'one']);
  const system = all.items.slice(3);
  expect(system.every((pipeline) => pipeline['is_default'])).toBe(true);
  expect(system.map(({ name }) => name).sort()).toEqual([
    'meeting-minutes',
    'mp3',
    'private-minutes',
    'private-transcript',
    'redacted-audio',
    'transcript',
  ]);
  expect(all.pagination).toEqual({ total: 9, limit: 20, offset: 0 });
  const page = await listOf('?limit=2&offset=2');
  expect(page.items.map(({ id }) => id)).toEqual(all.items.slice(2, 4).map(({ id }) => id));
});

test('system templates can be read and used but not changed', async () => {
  expect((await client.get(`/pipelines/${MP3}`)).body.data).toMatchObject({ name: 'mp3', is_default: true });
  const body = { name: 'a', steps };
  expect(summarize(await client.send('PUT', `/pipelines/${MP3}`, { body }))).toBe('403 FORBIDDEN');
  expect(summarize(await client.send('DELETE', `/pipelines/${MP3}`))).toBe('403 FORBIDDEN');
});

test('a task keeps the graph with which it was created', async () => {
  const made = await client.post('/pipelines', { name: 'a', steps });
  const id = String(made.body.data['id']);
  const task = await client.create('/tasks', { url: 'https://example.com/a', pipeline_id: id });
  await client.send('DELETE', `/pipelines/${id}`);
  const { steps: kept } = (await client.get(`/tasks/${task.id}`)).body.data as { steps: unknown[] };
  expect(kept).toHaveLength(2);
});

test('the templates of an account are limited by its tariff', async () => {
  const client = await gateway.newClient({ tariff: 'free' });
  const now = new Date();
  const facts = { name: 'a', description: null, steps: [], outputs: null, created_at: now, updated_at: now };
  await Promise.all(
    Array.from({ length: 199 }, () =>
      gateway.stores.pipelines.create(
        { ...facts, id: crypto.randomUUID(), account_id: client.identity.accountId },
        { max: 200 },
      ),
    ),
  );
  const answers = await Promise.all([1, 2, 3].map(() => client.post('/pipelines', { name: 'a', steps })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
  const made = answers.find(({ status }) => status === 201)?.body.data['id'];
  await client.send('DELETE', `/pipelines/${String(made)}`);
  expect((await client.post('/pipelines', { name: 'a', steps })).status).toBe(201);
});
