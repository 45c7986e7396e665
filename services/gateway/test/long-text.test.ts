import type { EngineInfo } from '@medley/contracts';
import { until } from '@medley/testing';
import { startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';

const engine = (name: string, contexts: Record<string, number>): EngineInfo => ({
  name,
  ready: true,
  reason: null,
  models: Object.keys(contexts),
  default_model: Object.keys(contexts)[0] ?? null,
  context_tokens: contexts,
});
/** About 60,000 tokens. */
const input = 'Очень длинный текст. '.repeat(4_700);
const schema = { type: 'object' };

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway({ kinds: ['depersonalize'] });
  client = await gateway.newClient();
  gateway.announce('llm', {
    engines: [engine('home', { small: 8_192, middle: 32_000 }), engine('cloud', { large: 128_000 })],
    default_engine: 'home',
    long_inputs: { summary: 'map-reduce', translate: 'join', title: 'none' },
  });
  await until(async () => (await client.post('/llm', { input: 'x', prompt: 'y' })).status === 201);
});
afterAll(() => gateway.stop());

const steps = [{ name: 'llm' }];

test.each([
  ['a prompt alone', '/llm', { prompt: 'Count' }],
  ['a prompt alone for a model named', '/llm', { prompt: 'Count', model: 'middle' }],
  ['a prompt alone for a provider named', '/llm', { prompt: 'Count', provider: 'home' }],
  ['a template that cannot work in parts', '/tasks', { template: 'title', steps }],
  [
    'a template whose parts make no value',
    '/tasks',
    { template: 'translate', responseSchema: schema, steps },
  ],
  [
    'the options of a step',
    '/tasks',
    { template: 'summary', steps: [{ name: 'llm', options: { template: 'title' } }] },
  ],
])('text beyond the context window is rejected at creation for %s', async (_, path, body) => {
  const answer = await client.post(path, { input, ...body });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([
    {
      field: 'input',
      message: expect.stringMatching(/^is too long: about \d{5} tokens, .* takes about \d+; /),
    },
  ]);
});

test('the error message says what can be done', async () => {
  const messageFor = async (body: object): Promise<string | undefined> =>
    (await client.post('/tasks', { input, steps, ...body })).body.errors?.[0]?.message;
  await expect(messageFor({ prompt: 'Count' })).resolves.toMatch(
    /a prompt alone cannot work in parts, these templates can: summary, minutes, .*translate/,
  );
  await expect(messageFor({ template: 'title' })).resolves.toMatch(/can: (?!.*title)/);
  await expect(messageFor({ template: 'translate', responseSchema: schema })).resolves.toContain(
    'with a response_schema the template translate cannot work in parts',
  );
});

test.each([
  ['a model that takes it', '/llm', { prompt: 'Count', model: 'large' }],
  ['a provider that takes it', '/llm', { prompt: 'Count', provider: 'cloud' }],
  [
    'a template with notes of parts',
    '/llm',
    { prompt: 'Short', template: 'summary', response_schema: schema },
  ],
  ['a template that joins parts', '/tasks', { template: 'translate', steps }],
  [
    'a step that gets its text from another',
    '/tasks',
    { prompt: 'p', steps: [{ name: 'depersonalize' }, ...steps] },
  ],
])('text beyond the context window of the default model is accepted for %s', async (_, path, body) => {
  expect((await client.post(path, { input, ...body })).status).toBe(201);
});

test('the tokens of prompt and schema count, too', async () => {
  const text = 'Текст. '.repeat(1_000);
  expect((await client.post('/llm', { input: text, prompt: 'Count' })).status).toBe(201);
  const long = { input: text, prompt: 'Посчитай. '.repeat(500) };
  expect((await client.post('/llm', long)).body.errors?.map(({ field }) => field)).toEqual(['input']);
});

test('GET /templates shows how the workers process long text, else how the built-in templates do', async () => {
  const { items } = (await client.get('/templates')).body.data as { items: { name: string; long: string }[] };
  expect(Object.fromEntries(items.map(({ name, long }) => [name, long]))).toMatchObject({
    summary: 'map-reduce',
    title: 'none',
    'clean-up': 'join',
  });
});

test('no text is rejected for its length while a worker does not announce its context window', async () => {
  const older = { name: 'home', ready: true, reason: null, models: ['small'], default_model: 'small' };
  const status = async (): Promise<number> => (await client.post('/llm', { input, prompt: 'Count' })).status;
  gateway.announce('llm', { instance: 'llm-older', engines: [older], default_engine: 'home' });
  await until(async () => (await status()) === 201);
  gateway.announce('llm', { instance: 'llm-older', ready: false, engines: [], default_engine: null });
  await until(async () => (await status()) === 400);
});
