import { startTestGateway, type TestGateway } from './start-test-gateway';
import { summarize, type TestClient } from './test-client';
import { until } from '../../../tests/support/until';

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
}, 60_000);
afterAll(() => gateway.stop());

test('a step whose workers have no engine is refused with their reason', async () => {
  const answer = await client.post('/tasks', { input: 'x', prompt: 'y', steps: [{ name: 'llm' }] });
  expect(summarize(answer)).toBe('502 UPSTREAM_ERROR');
  expect(answer.body.error.message).toContain('LLM_BASE_URL is not set');
  expect(answer.headers.get('retry-after')).toBe('30');
});

test('a step without any worker is refused', async () => {
  const steps = [{ name: 'depersonalize', options: { mode: 'reversible' } }, { name: 'restore' }];
  expect(summarize(await client.post('/tasks', { input: 'x', steps }))).toBe('502 UPSTREAM_ERROR');
});

test('a step that is assumed to be served is accepted and waits', async () => {
  expect((await client.post('/transcode', { url: URL_OK })).status).toBe(201);
});

test('a refused task costs nothing', async () => {
  const poor = await gateway.newClient({ credits: 1 });
  await poor.post('/llm', { input: 'x', prompt: 'y' });
  expect((await poor.get('/balance')).body.data).toMatchObject({ balance: 1, reserved: 0 });
});

test('unknown providers and models are refused with a list of the known ones', async () => {
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

test('GET /steps tells which steps can be had', async () => {
  const { steps } = (await client.get('/steps')).body.data as {
    steps: { name: string; available: boolean }[];
  };
  const available = steps.filter((step) => step.available).map(({ name }) => name);
  expect(available).toEqual(['fetch', 'transcode', 'transcribe', 'depersonalize']);
});
