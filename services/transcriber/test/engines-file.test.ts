import { makeWav } from '../../../tests/support/make-wav';
import { json, startStubUpstream, status, type StubUpstream } from '../../../tests/support/stub-upstream';
import { openWorkerLab } from '../../../tests/support/worker-lab';
import { findProgram } from '@medley/step-worker';
import { openEnginesLab, type EnginesLab } from './engines-harness';
import { formOf, KEY, transcriberService } from './transcriber-harness';

const plain = { language: 'en', diarization: false };
const said = (text: string): ReturnType<typeof json> => json({ text, language: 'en', segments: [] });

describe('several engines at once', () => {
  let cloud: StubUpstream;
  let home: StubUpstream;
  let engines: EnginesLab;
  beforeAll(async () => {
    [cloud, home] = [await startStubUpstream(), await startStubUpstream()];
    engines = await openEnginesLab(
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
    ['a name that two have', 'whisper-1', 'cloud', 'whisper-1'],
    ['engine and model', 'home/whisper-1', 'home', 'whisper-1'],
    ['an engine’s name', 'home', 'home', 'tiny'],
  ])('are picked by %s', async (_, model, engine, asked) => {
    await engines.lab.succeed({ media: engines.media }, { ...plain, ...(model && { model }) });
    const [upstream, other] = engine === 'cloud' ? [cloud, home] : [home, cloud];
    expect(other.requests).toEqual([]);
    expect((await formOf(upstream.requests[0])).get('model')).toBe(asked);
  });

  test('get the key of their own only', async () => {
    await engines.lab.succeed({ media: engines.media }, { ...plain, model: 'big' });
    await engines.lab.succeed({ media: engines.media }, { ...plain, model: 'tiny' });
    expect(cloud.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(home.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('are listed in the refusal of a name that none has', async () => {
    await expect(engines.lab.fail({ media: engines.media }, { ...plain, model: 'nova' })).resolves.toEqual({
      code: 'OPTIONS_INVALID',
      message: 'unknown model; known: whisper-1, big, tiny, home/whisper-1, pocketsphinx-demo-en',
      retryable: false,
    });
  });

  test('are announced with all their names; one that cannot work says why and hides no other', async () => {
    const { ready, reason, default_engine, engines: announced } = await engines.lab.announcement();
    expect({ ready, reason, default_engine }).toEqual({ ready: true, reason: null, default_engine: 'cloud' });
    expect(announced).toEqual([
      {
        name: 'cloud',
        ready: true,
        reason: null,
        models: ['cloud', 'whisper-1', 'big', 'cloud/whisper-1', 'cloud/big'],
        default_model: 'whisper-1',
      },
      {
        name: 'home',
        ready: true,
        reason: null,
        models: ['home', 'tiny', 'home/tiny', 'home/whisper-1'],
        default_model: 'tiny',
      },
      expect.objectContaining({ name: 'demo', ready: false, reason: expect.any(String) }),
    ]);
  });

  test('never stand in for one that does not work', async () => {
    const error = await engines.lab.fail({ media: engines.media }, { ...plain, model: 'demo' });
    expect(error.code).toBe('ENGINE_NOT_CONFIGURED');
    expect(error.message).toContain('the speech engine demo does not work: ');
    expect([...cloud.requests, ...home.requests]).toEqual([]);
  });

  test('are named in errors, their keys and addresses are not', async () => {
    cloud.respond(status(401));
    const error = await engines.lab.fail({ media: engines.media }, plain);
    expect(error.message).toBe(
      'the speech engine cloud refused the request with HTTP 401: its key is missing or wrong',
    );
    const told = error.message + engines.lab.logged();
    expect(told).not.toContain(KEY);
    expect(told).not.toContain(new URL(cloud.url).host);
  });

  test('work on no more chunks at once than they are meant to', async () => {
    let open = 0;
    let most = 0;
    home.respond((response, request) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        said('x')(response, request);
      }, 50);
    });
    const wishes = { ...plain, model: 'tiny' };
    await Promise.all([1, 2, 3].map(() => engines.lab.succeed({ media: engines.media }, wishes)));
    expect(home.requests).toHaveLength(3);
    expect(most).toBe(1);
  });
});

describe('a list of engines', () => {
  const openai = { name: 'a', kind: 'openai', base_url: 'http://127.0.0.1:9/v1' };

  test.each([
    ['of nothing', [], /the list must contain at least 1 items/],
    ['with a kind that is none', [{ name: 'a', kind: 'azure' }], /\[0\]\.kind must be one of \[openai, deepgram/],
    ['with two of one name', [openai, openai], /duplicate value/],
    ['without an address', [{ name: 'a', kind: 'openai' }], /\[0\]\.base_url is required/],
    ['with a field of another kind', [{ ...openai, program: 'x' }], /\[0\]\.program is not allowed/],
    ['with models that are none', [{ ...openai, models: [{ diarizes: true }] }], /\[0\]\.models\[0\]/],
    ['with a model twice', [{ ...openai, models: ['x', 'x'] }], /\[0\]\.models\[1\] contains a duplicate value/],
    ['with two keys', [{ ...openai, api_key: KEY, api_key_file: 'k' }], /api_key_file and api_key exclude each other/],
    ['with a key that no header can carry', [{ ...openai, api_key: `${KEY} x` }], /\[0\]\.api_key must be printable/],
    ['whose key file is missing', [{ ...openai, api_key_file: 'k' }], /the api_key_file of a cannot be read/],
  ])('%s is refused with the place of the fault', async (_, list, message) => {
    const start = openEnginesLab(list);
    await expect(start).rejects.toThrow(/ASR_ENGINES_FILE/);
    await expect(start).rejects.toThrow(message);
    await expect(start).rejects.not.toThrow(KEY);
  }); // prettier-ignore

  test.each([
    ['is missing', '/nowhere/engines.json'],
    ['is no JSON', __filename],
  ])('is refused when its file %s', async (_, file) => {
    await expect(openWorkerLab(transcriberService, { ASR_ENGINES_FILE: file })).rejects.toThrow(
      /ASR_ENGINES_FILE/,
    );
  });

  test('and the settings of a single engine exclude each other', async () => {
    const env = { ASR_ENGINES_FILE: 'engines.json', ASR_BASE_URL: openai.base_url, ASR_API_KEY: KEY };
    await expect(openWorkerLab(transcriberService, env)).rejects.toThrow(
      /ASR_ENGINES_FILE and ASR_BASE_URL, ASR_API_KEY exclude each other/,
    );
  });
});

test('one engine of another kind needs no file', async () => {
  const upstream = await startStubUpstream();
  const channels = [{ alternatives: [{ transcript: 'hi', words: [] }] }];
  upstream.respond(json({ results: { channels, utterances: [{ start: 0, end: 1, transcript: 'hi' }] } }));
  const env = { ASR_KIND: 'deepgram', ASR_BASE_URL: upstream.url, ASR_API_KEY: KEY };
  const lab = await openWorkerLab(transcriberService, env);
  const { engines } = await lab.announcement();
  expect(engines).toMatchObject([{ name: 'default', default_model: 'nova-3' }]);
  await lab.close();
  await upstream.close();
});

test('with nothing configured the demo engine is used where it is installed, else it is said what to set', async () => {
  const lab = await openWorkerLab(transcriberService, {});
  const { ready, reason, engines, default_engine } = await lab.announcement();
  if ((await findProgram('pocketsphinx_batch')) === null) {
    expect({ ready, engines, default_engine }).toEqual({ ready: false, engines: [], default_engine: null });
    expect(reason).toMatch(/ASR_BASE_URL or ASR_ENGINES_FILE/);
    const media = await lab.putMedia(makeWav(1), { content_type: 'audio/wav', duration: 1 });
    await expect(lab.fail({ media }, plain)).resolves.toMatchObject({ code: 'ENGINE_NOT_CONFIGURED' });
  } else {
    expect({ ready, reason, default_engine }).toEqual({
      ready: true,
      reason: null,
      default_engine: 'pocketsphinx-demo',
    });
  }
  await lab.close();
});
