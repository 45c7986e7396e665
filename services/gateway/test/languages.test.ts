import { until } from '@medley/testing';
import { startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';

const MEDIA = 'https://example.com/a.mp3';
let gateway: TestGateway;
let client: TestClient;

beforeEach(async () => {
  gateway = await startTestGateway({ kinds: ['fetch', 'llm'] });
  client = await gateway.newClient();
});
afterEach(() => gateway.stop());

type Languages = Record<string, { known: string[] | null; detects: boolean }>;

/** Announce a transcriber with one engine, and wait until the gateway has heard of it. */
async function announce(name: string, languages: Languages | undefined): Promise<void> {
  const models = Object.keys(languages ?? { any: null });
  const engine = { name, ready: true, reason: null, models, default_model: models[0] ?? null };
  const engines = [{ ...engine, ...(languages && { languages }) }];
  gateway.announce('transcribe', { instance: name, engines, default_engine: name });
  await until(async () => (await modelsOfSpeech()).some((model) => model.engine === name));
}

interface Model {
  name: string;
  engine: string;
}

async function modelsOfSpeech(): Promise<Model[]> {
  const { steps } = (await client.get('/steps')).body.data as unknown as {
    steps: { name: string; models: Model[] }[];
  };
  return steps.find(({ name }) => name === 'transcribe')?.models ?? [];
}

const english: Languages = { 'small-en': { known: ['en'], detects: true } };
const ask = (body: object): ReturnType<TestClient['post']> =>
  client.post('/transcribe', { url: MEDIA, ...body });

test('GET /steps names the models of speech engines with their languages', async () => {
  await announce('home', {
    'large': { known: null, detects: true },
    'giga': { known: ['ru'], detects: true },
    'two': { known: ['ru', 'en'], detects: false },
    'home': { known: null, detects: true },
    'home/large': { known: null, detects: true },
  }); // prettier-ignore
  expect(await modelsOfSpeech()).toEqual([
    { name: 'large', engine: 'home', default: true, languages: null, detects_language: true },
    { name: 'giga', engine: 'home', default: false, languages: ['ru'], detects_language: true },
    { name: 'two', engine: 'home', default: false, languages: ['ru', 'en'], detects_language: false },
  ]);
});

describe('a language that the model does not know is refused with those it knows', () => {
  const known = 'must be one of: en, auto';
  const plain = [{ name: 'fetch' }, { name: 'transcribe' }];
  const german = [{ name: 'fetch' }, { name: 'transcribe', options: { language: 'de' } }];
  beforeEach(() => announce('home', english));

  test.each([
    ['named by the shortcut', '/transcribe', { url: MEDIA, language: 'ru' }, 'language'],
    ['the default of the shortcut', '/transcribe', { url: MEDIA }, 'language'],
    ['of the task', '/tasks', { url: MEDIA, steps: plain }, 'language_in'],
    ['of the step', '/tasks', { url: MEDIA, language_in: 'en', steps: german }, 'steps[1].options.language'],
    ['before it is run', '/tasks/validate', { url: MEDIA, steps: plain }, 'language_in'],
  ])('%s', async (_, path, body, field) => {
    const answer = await client.post(path, body);
    expect([answer.status, answer.body.errors]).toEqual([400, [{ field, message: known }]]);
  }); // prettier-ignore

  test('in a batch, as the answer of its task', async () => {
    const steps = [{ name: 'fetch' }, { name: 'transcribe' }];
    const tasks = [
      { url: MEDIA, steps, language_in: 'en' },
      { url: MEDIA, steps },
    ];
    const { results } = (await client.post('/tasks/batch', { tasks })).body.data as unknown as {
      results: { success: boolean; errors?: unknown }[];
    };
    expect(results.map(({ success, errors }) => [success, errors])).toEqual([
      [true, undefined],
      [false, [{ field: 'language_in', message: known }]],
    ]);
  });
});

test('auto is refused where the model cannot tell the language', async () => {
  await announce('two', { two: { known: ['ru', 'en'], detects: false } });
  const answer = await ask({ language: 'auto' });
  expect(answer.body.errors).toEqual([{ field: 'language', message: 'must be one of: ru, en' }]);
  await announce('blind', { blind: { known: null, detects: false } });
  expect((await ask({ language: 'auto', model: 'blind' })).body.errors).toEqual([
    { field: 'language', message: 'must name the language of the recording, which this model cannot tell' },
  ]);
});

test('the named model decides, not the default one', async () => {
  await announce('home', { ...english, whisper: { known: null, detects: true } });
  expect((await ask({ language: 'ru', model: 'whisper' })).status).toBe(201);
  expect((await ask({ language: 'ru', model: 'small-en' })).status).toBe(400);
});

test('a language is accepted that one of several workers knows', async () => {
  await announce('home', english);
  await announce('other', { ru: { known: ['ru'], detects: true } });
  expect((await ask({ language: 'ru' })).status).toBe(201);
  expect((await ask({ language: 'de' })).body.errors).toEqual([
    { field: 'language', message: 'must be one of: en, auto, ru' },
  ]);
});

test('every language is accepted by a worker of an earlier version, which tells none', async () => {
  await announce('home', undefined);
  expect((await ask({ language: 'ru' })).status).toBe(201);
  expect((await ask({ language: 'auto' })).status).toBe(201);
});
