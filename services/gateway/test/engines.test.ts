import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';
import { until } from '@medley/testing';

const URL_OK = 'https://example.com/a.mp3';
let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway({
    kinds: ['fetch', 'transcribe', 'depersonalize'],
    env: { ASSUME_STEPS: 'transcode' },
  });
  client = await gateway.newClient();
  gateway.announce('llm', { instance: 'llm-without', ready: false, reason: 'LLM_BASE_URL is not set' });
});
afterAll(() => gateway.stop());

test('a step whose workers have no ready engine is rejected with their reason', async () => {
  const answer = await client.post('/tasks', { input: 'x', prompt: 'y', steps: [{ name: 'llm' }] });
  expect(summarize(answer)).toBe('502 UPSTREAM_ERROR');
  expect(answer.body.error.message).toContain('LLM_BASE_URL is not set');
  expect(answer.headers.get('retry-after')).toBe('30');
});

test('GET /steps says why a kind of step is not available', async () => {
  const { steps } = (await client.get('/steps')).body.data as unknown as { steps: Record<string, unknown>[] };
  const kindOf = (name: string): unknown => steps.find((step) => step['name'] === name);
  expect(kindOf('llm')).toMatchObject({ available: false, reason: 'LLM_BASE_URL is not set', workers: 0 });
  expect(kindOf('restore')).toMatchObject({ available: false, reason: 'no worker for it is running', workers: 0 });
  expect(kindOf('transcode')).toMatchObject({ available: true, reason: null, workers: 0 });
}); // prettier-ignore

test('a step without any worker is rejected', async () => {
  const steps = [{ name: 'depersonalize', options: { mode: 'reversible' } }, { name: 'restore' }];
  expect(summarize(await client.post('/tasks', { input: 'x', steps }))).toBe('502 UPSTREAM_ERROR');
});

test('a step of ASSUME_STEPS is accepted without a worker', async () => {
  expect((await client.post('/transcode', { url: URL_OK })).status).toBe(201);
});

test('a rejected task costs nothing', async () => {
  const poor = await gateway.newClient({ credits: 1 });
  await poor.post('/llm', { input: 'x', prompt: 'y' });
  expect((await poor.get('/balance')).body.data).toMatchObject({ balance: 1, reserved: 0 });
});

test('unknown providers and models are rejected with a list of the known ones', async () => {
  const engine = (name: string, models: string[]) => ({
    name,
    ready: true,
    reason: null,
    models,
    default_model: null,
  });
  gateway.announce('transcribe', { engines: [engine('asr', ['whisper-1'])], default_engine: 'asr' });
  await until(async () => {
    const answer = await client.post('/transcribe', { url: URL_OK, model: 'nope' });
    return answer.status === 400;
  });
  const answer = await client.post('/transcribe', { url: URL_OK, model: 'nope' });
  expect(answer.body.errors).toEqual([{ field: 'model', message: 'must be one of: whisper-1' }]);
  expect((await client.post('/transcribe', { url: URL_OK, model: 'whisper-1' })).status).toBe(201);

  const steps = [{ name: 'fetch' }, { name: 'transcribe', options: { model: 'nope' } }];
  expect(summarize(await client.post('/tasks', { url: URL_OK, steps }))).toBe(
    '400 VALIDATION_ERROR steps[1].options.model',
  );
});

describe('several engines of one worker', () => {
  const engine = (name: string, models: string[], reason: string | null = null) => ({
    name,
    ready: reason === null,
    reason,
    models: [...models, name, ...models.map((model) => `${name}/${model}`)],
    default_model: models[0] ?? null,
  });
  const announce = (...engines: ReturnType<typeof engine>[]): void => {
    const instance = 'transcribe-several';
    gateway.announce('transcribe', { instance, engines, default_engine: engines[0]?.name ?? null });
  };
  const ask = (model?: string): ReturnType<TestClient['post']> =>
    client.post('/transcribe', { url: URL_OK, ...(model && { model }) });
  afterEach(() => {
    gateway.announce('transcribe', { instance: 'transcribe-several', engines: [], default_engine: null });
  });

  test('are listed by their model names, although aliases are accepted', async () => {
    announce(engine('cloud', ['whisper-1', 'gpt-4o']), engine('home', ['tiny']));
    await until(async () => (await ask('home/tiny')).status === 201);
    for (const model of ['home', 'tiny', 'cloud/gpt-4o']) expect((await ask(model)).status).toBe(201);
    const { errors } = (await ask('nope')).body as { errors: { message: string }[] };
    expect(errors[0]?.message).toContain('whisper-1, gpt-4o, tiny');
    expect(errors[0]?.message).not.toContain('/');
  });

  test('do not replace an engine that is not ready', async () => {
    announce(engine('home', ['tiny'], 'tiny.onnx is missing'), engine('cloud', ['gpt-4o']));
    await until(async () => (await ask('gpt-4o')).status === 201);
    const answer = await ask('tiny');
    expect(summarize(answer)).toBe('502 UPSTREAM_ERROR');
    expect(answer.body.error.message).toContain('home does not work: tiny.onnx is missing');
  });

  test('reject a step without a model when the default engine is not ready', async () => {
    const several = [engine('home', ['llama'], 'no such file'), engine('cloud', ['gpt-4o'])];
    const llm = { instance: 'llm-several', engines: several, default_engine: 'home' };
    const askLlm = (model?: string): ReturnType<TestClient['post']> =>
      client.post('/llm', { input: 'x', prompt: 'y', ...(model && { model }) });
    gateway.announce('llm', llm);
    await until(async () => (await askLlm('gpt-4o')).status === 201);
    const answer = await askLlm();
    expect(summarize(answer)).toBe('502 UPSTREAM_ERROR');
    expect(answer.body.error.message).toContain('home does not work: no such file');
    gateway.announce('llm', { ...llm, ready: false, reason: 'LLM_BASE_URL is not set', engines: [] });
    await until(async () => (await askLlm('gpt-4o')).status === 502);
  });
});

test('an llm step may name a provider, a model of any provider, or both', async () => {
  const engine = (name: string, models: string[]) => ({
    name,
    ready: true,
    reason: null,
    models,
    default_model: models[0] ?? null,
  });
  const llm = { instance: 'llm-providers', default_engine: 'cloud' };
  gateway.announce('llm', { ...llm, engines: [engine('cloud', ['gpt-4o']), engine('home', ['qwen3'])] });
  const ask = (chosen: object): ReturnType<TestClient['post']> =>
    client.post('/llm', { input: 'x', prompt: 'y', ...chosen });
  await until(async () => (await ask({})).status === 201);
  for (const chosen of [{ model: 'qwen3' }, { provider: 'home' }, { provider: 'cloud', model: 'gpt-4o' }]) {
    expect((await ask(chosen)).status).toBe(201);
  }
  const errors = async (chosen: object): Promise<unknown> => (await ask(chosen)).body.errors;
  expect(await errors({ provider: 'moon' })).toEqual([
    { field: 'provider', message: 'must be one of: cloud, home' },
  ]);
  expect(await errors({ model: 'x' })).toEqual([
    { field: 'model', message: 'must be one of: gpt-4o, qwen3' },
  ]);
  expect(await errors({ provider: 'home', model: 'gpt-4o' })).toEqual([
    { field: 'model', message: 'must be one of: qwen3' },
  ]);
  gateway.announce('llm', { ...llm, ready: false, reason: 'LLM_BASE_URL is not set', engines: [] });
  await until(async () => (await ask({})).status === 502);
});

test('GET /steps shows which steps are available', async () => {
  const { steps } = (await client.get('/steps')).body.data as {
    steps: { name: string; available: boolean }[];
  };
  const available = steps.filter((step) => step.available).map(({ name }) => name);
  expect(available).toEqual(['fetch', 'transcode', 'transcribe', 'depersonalize']);
});
