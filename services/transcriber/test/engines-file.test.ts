import {
  respondJson,
  makeWav,
  startStubUpstream,
  respondStatus,
  type StubUpstream,
  until,
} from '@medley/testing';
import { startServiceHarness } from '@medley/testing/worker';
import { findProgram } from '@medley/step-worker';
import { startEnginesHarness, type EnginesHarness } from './engines-harness';
import { formOf, KEY, transcriberService } from './transcriber-harness';

const plain = { language: 'en', diarization: false };
const said = (text: string): ReturnType<typeof respondJson> =>
  respondJson({ text, language: 'en', segments: [] });

describe('several engines', () => {
  let cloud: StubUpstream;
  let home: StubUpstream;
  let engines: EnginesHarness;
  beforeAll(async () => {
    [cloud, home] = [await startStubUpstream(), await startStubUpstream()];
    engines = await startEnginesHarness(
      [
        { name: 'cloud', kind: 'openai', base_url: cloud.url, api_key_file: 'cloud.key', models: ['whisper-1', 'big'] },
        { name: 'home', kind: 'openai', base_url: home.url, models: ['tiny', 'whisper-1'], concurrency: 1 },
        { name: 'demo', kind: 'pocketsphinx', program: '/nowhere/pocketsphinx_batch' },
      ],
      { 'cloud.key': `${KEY}\n` },
    ); // prettier-ignore
  });
  beforeEach(() => {
    for (const upstream of [cloud, home]) upstream.requests.splice(0);
    cloud.respond(said('from the cloud'));
    home.respond(said('from home'));
  });
  afterAll(async () => {
    await engines.close();
    await cloud.close();
    await home.close();
  });

  test.each([
    ['no model at all', undefined, 'cloud', 'whisper-1'],
    ['a model’s name', 'big', 'cloud', 'big'],
    ['a name of two models', 'whisper-1', 'cloud', 'whisper-1'],
    ['engine and model', 'home/whisper-1', 'home', 'whisper-1'],
    ['an engine’s name', 'home', 'home', 'tiny'],
  ])('are selected by %s', async (_, model, engine, asked) => {
    await engines.worker.succeed({ media: engines.media }, { ...plain, ...(model && { model }) });
    const [upstream, other] = engine === 'cloud' ? [cloud, home] : [home, cloud];
    expect(other.requests).toEqual([]);
    expect((await formOf(upstream.requests[0])).get('model')).toBe(asked);
  });

  test('receive only their own keys', async () => {
    await engines.worker.succeed({ media: engines.media }, { ...plain, model: 'big' });
    await engines.worker.succeed({ media: engines.media }, { ...plain, model: 'tiny' });
    expect(cloud.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(home.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('are listed in the error for an unknown model', async () => {
    await expect(engines.worker.fail({ media: engines.media }, { ...plain, model: 'nova' })).resolves.toEqual(
      {
        code: 'OPTIONS_INVALID',
        message: 'unknown model; known: whisper-1, big, tiny, home/whisper-1, pocketsphinx-demo-en',
        retryable: false,
      },
    );
  });

  test('are announced with all model names; one that does not work has a reason and does not affect others', async () => {
    const { ready, reason, default_engine, engines: announced } = await engines.worker.announcement();
    expect({ ready, reason, default_engine }).toEqual({ ready: true, reason: null, default_engine: 'cloud' });
    const any = { known: null, detects: true };
    expect(announced).toEqual([
      {
        name: 'cloud',
        ready: true,
        reason: null,
        models: ['cloud', 'whisper-1', 'big', 'cloud/whisper-1', 'cloud/big'],
        default_model: 'whisper-1',
        languages: Object.fromEntries(
          ['cloud', 'whisper-1', 'big', 'cloud/whisper-1', 'cloud/big'].map((name) => [name, any]),
        ),
      },
      {
        name: 'home',
        ready: true,
        reason: null,
        models: ['home', 'tiny', 'home/tiny', 'home/whisper-1'],
        default_model: 'tiny',
        languages: Object.fromEntries(
          ['home', 'tiny', 'home/tiny', 'home/whisper-1'].map((name) => [name, any]),
        ),
      },
      expect.objectContaining({
        name: 'demo',
        ready: false,
        reason: expect.any(String),
        languages: expect.objectContaining({ 'pocketsphinx-demo-en': { known: ['en'], detects: true } }),
      }),
    ]);
  });

  test('do not replace an engine that does not work', async () => {
    const error = await engines.worker.fail({ media: engines.media }, { ...plain, model: 'demo' });
    expect(error.code).toBe('ENGINE_NOT_CONFIGURED');
    expect(error.message).toContain('the speech engine demo does not work: ');
    expect([...cloud.requests, ...home.requests]).toEqual([]);
  });

  test('are named in errors without their keys and addresses', async () => {
    cloud.respond(respondStatus(401));
    const error = await engines.worker.fail({ media: engines.media }, plain);
    expect(error.message).toBe(
      'the speech engine cloud refused the request with HTTP 401: its key is missing or wrong',
    );
    const reported = error.message + engines.worker.logged();
    expect(reported).not.toContain(KEY);
    expect(reported).not.toContain(new URL(cloud.url).host);
  });

  test('transcribe no more chunks at the same time than their concurrency', async () => {
    let open = 0;
    let most = 0;
    home.respond((response, request) => {
      open += 1;
      most = Math.max(most, open);
      // Respond late, so that a request beyond the limit would be seen.
      let checks = 0;
      void until(() => ++checks > 3).then(() => {
        open -= 1;
        said('x')(response, request);
      });
    });
    const options = { ...plain, model: 'tiny' };
    await Promise.all([1, 2, 3].map(() => engines.worker.succeed({ media: engines.media }, options)));
    expect(home.requests).toHaveLength(3);
    expect(most).toBe(1);
  });
});

describe('a list of engines', () => {
  const openai = { name: 'a', kind: 'openai', base_url: 'http://127.0.0.1:9/v1' };

  test.each([
    ['of nothing', [], /the list must contain at least 1 items/],
    ['with an unknown kind', [{ name: 'a', kind: 'azure' }], /\[0\]\.kind must be one of \[openai, deepgram/],
    ['with a duplicate name', [openai, openai], /duplicate value/],
    ['without an address', [{ name: 'a', kind: 'openai' }], /\[0\]\.base_url is required/],
    ['with a field of another kind', [{ ...openai, program: 'x' }], /\[0\]\.program is not allowed/],
    ['with invalid models', [{ ...openai, models: [{ diarizes: true }] }], /\[0\]\.models\[0\]/],
    ['with a model twice', [{ ...openai, models: ['x', 'x'] }], /\[0\]\.models\[1\] contains a duplicate value/],
    ['with two keys', [{ ...openai, api_key: KEY, api_key_file: 'k' }], /api_key_file and api_key exclude each other/],
    ['with a key that is invalid in a header', [{ ...openai, api_key: `${KEY} x` }], /\[0\]\.api_key must be printable/],
    ['whose key file is missing', [{ ...openai, api_key_file: 'k' }], /the api_key_file of a cannot be read/],
  ])('%s is refused with the path of the fault', async (_, list, message) => {
    const start = startEnginesHarness(list);
    await expect(start).rejects.toThrow(/ASR_ENGINES_FILE/);
    await expect(start).rejects.toThrow(message);
    await expect(start).rejects.not.toThrow(KEY);
  }); // prettier-ignore

  test.each([
    ['is missing', '/nowhere/engines.json'],
    ['is no JSON', __filename],
  ])('is refused when its file %s', async (_, file) => {
    await expect(startServiceHarness(transcriberService, { ASR_ENGINES_FILE: file })).rejects.toThrow(
      /ASR_ENGINES_FILE/,
    );
  });

  test('cannot be combined with the settings of a single engine', async () => {
    const env = { ASR_ENGINES_FILE: 'engines.json', ASR_BASE_URL: openai.base_url, ASR_API_KEY: KEY };
    await expect(startServiceHarness(transcriberService, env)).rejects.toThrow(
      /ASR_ENGINES_FILE and ASR_BASE_URL, ASR_API_KEY exclude each other/,
    );
  });
});

test('a single Deepgram engine needs no file', async () => {
  const upstream = await startStubUpstream();
  const channels = [{ alternatives: [{ transcript: 'hi', words: [] }] }];
  upstream.respond(
    respondJson({ results: { channels, utterances: [{ start: 0, end: 1, transcript: 'hi' }] } }),
  );
  const env = { ASR_KIND: 'deepgram', ASR_BASE_URL: upstream.url, ASR_API_KEY: KEY };
  const worker = await startServiceHarness(transcriberService, env);
  const { engines } = await worker.announcement();
  expect(engines).toMatchObject([{ name: 'default', default_model: 'nova-3' }]);
  await worker.close();
  await upstream.close();
});

test('without configuration the demo engine is the default if installed, else the reason says what to set', async () => {
  const worker = await startServiceHarness(transcriberService, {});
  const { ready, reason, engines, default_engine } = await worker.announcement();
  if ((await findProgram('pocketsphinx_batch')) === null) {
    expect({ ready, engines, default_engine }).toEqual({ ready: false, engines: [], default_engine: null });
    expect(reason).toMatch(/ASR_BASE_URL or ASR_ENGINES_FILE/);
    const media = await worker.putMedia(makeWav(1), { content_type: 'audio/wav', duration: 1 });
    await expect(worker.fail({ media }, plain)).resolves.toMatchObject({ code: 'ENGINE_NOT_CONFIGURED' });
  } else {
    expect({ ready, reason, default_engine }).toEqual({
      ready: true,
      reason: null,
      default_engine: 'pocketsphinx-demo',
    });
  }
  await worker.close();
});
