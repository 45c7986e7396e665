import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

interface Catalogue {
  steps: { name: string; options_schema: { properties?: object } }[];
  categories: string[];
  input_types: string[];
}
const namesOf = async (query: string): Promise<string[]> =>
  ((await client.get(`/steps${query}`)).body.data as unknown as Catalogue).steps.map(({ name }) => name);

test('GET /steps describes every step', async () => {
  const { steps, categories, input_types } = (await client.get('/steps')).body.data as unknown as Catalogue;
  expect(categories).toEqual(['source', 'media', 'speech', 'language', 'privacy']);
  expect(input_types).toEqual(['url', 'text']);
  expect(steps.map(({ name }) => name)).toEqual([
    'fetch',
    'transcode',
    'transcribe',
    'llm',
    'depersonalize',
    'restore',
    'redact',
  ]);
  expect(steps[1]).toMatchObject({
    name: 'transcode',
    category: 'media',
    description: expect.any(String),
    input_types: ['url'],
    output_type: 'media',
    available: true,
    reason: null,
    workers: 1,
    waiting: 0,
    price: { fixed: 0.1, per_minute: 0.05, per_1000_characters: 0 },
  });
  expect(Object.keys(steps[1]?.options_schema.properties ?? {})).toEqual([
    'bitrate',
    'sample_rate',
    'channels',
    'normalize',
    'start',
    'end',
  ]);
});

test('GET /steps can be filtered', async () => {
  expect(await namesOf('?category=privacy')).toEqual(['depersonalize', 'restore', 'redact']);
  expect(await namesOf('?input_type=text')).toEqual(['llm', 'depersonalize', 'restore']);
  expect(await namesOf('?category=speech&input_type=text')).toEqual([]);
});

test.each([
  ['category=nope', '400 INVALID_CATEGORY'],
  ['category=', '400 INVALID_CATEGORY'],
  ['category=media&category=media', '400 INVALID_CATEGORY'],
  ['category[$ne]=media', '400 INVALID_CATEGORY'],
  ['input_type=media', '400 INVALID_INPUT_TYPE'],
  ['input_type=constructor', '400 INVALID_INPUT_TYPE'],
])('GET /steps?%s is rejected', async (query, expected) => {
  expect(summarize(await client.get(`/steps?${query}`))).toBe(expected);
});

test('GET /templates lists the prompts', async () => {
  const { items } = (await client.get('/templates')).body.data as { items: { name: string }[] };
  expect(items.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'summary',
      'minutes',
      'action-items',
      'translate',
      'clean-up',
      'title',
      'topics',
      'sentiment',
    ]),
  );
  for (const { name } of items) {
    expect((await client.post('/llm', { input: 'x', prompt: 'y', template: name })).status).toBe(201);
  }
});
