import { synthesizeBeeps } from '@medley/testing/speech';
import { respondJson, makeWav, startStubUpstream } from '@medley/testing';
import { startServiceHarness } from '@medley/testing/worker';
import {
  formOf,
  respondVerboseJson,
  KEY,
  startTranscriberHarness,
  transcriberService,
  verboseJson,
  type TranscriberHarness,
} from './transcriber-harness';

const sound = makeWav(7.5);
const mp3 = { content_type: 'audio/mpeg', duration: 7.5 };
const plain = { language: 'ru', diarization: false };

describe('media that is transcribed by the upstream', () => {
  let asr: TranscriberHarness;
  beforeEach(async () => (asr = await startTranscriberHarness({ ASR_MODEL: 'whisper-1,whisper-large-v3' })));
  afterEach(() => asr.close());

  test('becomes a transcript in the output format', async () => {
    asr.upstream.respond(respondVerboseJson);
    const media = await asr.worker.putMedia(sound, mp3);
    const result = await asr.worker.succeed({ media }, plain);

    expect(result.data).toEqual({
      text: 'Привет, мир. Как дела?',
      language: 'ru',
      duration: 7.5,
      segments: [
        { id: 0, start: 0, end: 3.5, text: 'Привет, мир.', speaker: null },
        { id: 1, start: 3.5, end: 7.25, text: 'Как дела?', speaker: null },
      ],
      speakers: [],
    });
    expect(result.text).toEqual({ inline: 'Привет, мир. Как дела?' });
    expect(result.usage).toEqual({ media_seconds: 7.5 });
    await expect(asr.worker.leftovers()).resolves.toEqual([]);
  });

  test('is sent with unchanged samples in the form of OpenAI', async () => {
    asr.upstream.respond(respondVerboseJson);
    const media = await asr.worker.putMedia(sound, mp3);
    const options = {
      ...plain,
      words: true,
      vocabulary: ['Medley', 'Кубернетес'],
      model: 'whisper-large-v3',
    };
    await asr.worker.succeed({ media }, options);

    const [request] = asr.upstream.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/audio/transcriptions' });
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(request?.headers['content-length']).toBe(String(request?.body.length));
    const form = await formOf(request);
    expect(form.get('model')).toBe('whisper-large-v3');
    expect(form.get('response_format')).toBe('verbose_json');
    expect(form.get('language')).toBe('ru');
    expect(form.get('prompt')).toBe('Medley, Кубернетес');
    expect(form.getAll('timestamp_granularities[]')).toEqual(['word', 'segment']);
    const file = form.get('file') as File;
    expect(file).toMatchObject({ name: 'audio.wav', type: 'audio/wav' });
    expect(Buffer.from(await file.arrayBuffer())).toEqual(sound);
  });

  test('is sent without options that were not requested', async () => {
    asr.upstream.respond(respondVerboseJson);
    const media = await asr.worker.putMedia(sound, mp3);
    await asr.worker.succeed({ media }, { ...plain, language: 'auto' });
    const form = await formOf(asr.upstream.requests[0]);
    expect([...new Set(form.keys())].sort()).toEqual([
      'file',
      'model',
      'response_format',
      'timestamp_granularities[]',
    ]);
    expect(form.get('model')).toBe('whisper-1');
  });

  test('has word timestamps when they are requested', async () => {
    asr.upstream.respond(respondVerboseJson);
    const media = await asr.worker.putMedia(sound, mp3);
    const { data } = await asr.worker.succeed({ media }, { ...plain, words: true });
    expect(data).toMatchObject({ words: verboseJson.words.map((word) => ({ ...word, speaker: null })) });
    expect(data).not.toHaveProperty('warnings');
  });

  test('has no speakers but a warning when they cannot be found', async () => {
    asr.upstream.respond(respondVerboseJson);
    const media = await asr.worker.putMedia(sound, mp3);
    const { data } = await asr.worker.succeed({ media }, { ...plain, diarization: true });
    expect(data).toMatchObject({
      speakers: [],
      segments: [{ speaker: null }, { speaker: null }],
      warnings: ['speakers are not separated: no speech was found in the sound'],
    });
  });

  test('is one segment, with warnings, when the upstream returns text only', async () => {
    asr.upstream.respond(respondJson({ text: 'Just text' }));
    const media = await asr.worker.putMedia(makeWav(3), { content_type: 'audio/wav', duration: null });
    const { data } = await asr.worker.succeed(
      { media },
      { language: 'auto', diarization: false, words: true },
    );
    expect(data).toEqual({
      text: 'Just text',
      language: 'und',
      duration: 3,
      segments: [{ id: 0, start: 0, end: 3, text: 'Just text', speaker: null }],
      speakers: [],
      warnings: [
        'the speech engine returned no language',
        'the speech engine returned no word timestamps',
        'the speech engine returned no segments: the text is one segment',
      ],
    });
  });

  test('has an empty transcript without speech', async () => {
    asr.upstream.respond(respondJson({ text: '', language: 'english', duration: 2, segments: [] }));
    const media = await asr.worker.putMedia(sound, mp3);
    const { data, usage } = await asr.worker.succeed({ media }, { language: 'auto', diarization: true });
    expect(data).toEqual({ text: '', language: 'en', duration: 7.5, segments: [], speakers: [] });
    expect(usage).toEqual({ media_seconds: 7.5 });
  });

  test.each([
    ['chinese', 'zh'],
    ['castilian', 'es'],
    ['haitian creole', 'ht'],
    ['pt-BR', 'pt'],
    ['UK', 'uk'],
    ['klingonisch', 'und'],
    ['constructor', 'und'],
  ])('in the language %s of the upstream has the code %s', async (language, code) => {
    asr.upstream.respond(respondJson({ ...verboseJson, language }));
    const media = await asr.worker.putMedia(sound, mp3);
    const { data } = await asr.worker.succeed({ media }, { ...plain, language: 'auto' });
    expect(data).toMatchObject({ language: code });
  });

  test('is not sent when it is silent', async () => {
    asr.upstream.respond(respondVerboseJson);
    const media = await asr.worker.putMedia(synthesizeBeeps([], 5), mp3);
    const { data, text } = await asr.worker.succeed({ media }, { ...plain, diarization: true });
    expect(data).toEqual({ text: '', language: 'ru', duration: 5, segments: [], speakers: [] });
    expect(text).toEqual({ inline: '' });
    expect(asr.upstream.requests).toEqual([]);
  });

  test('with another language than requested has a warning', async () => {
    asr.upstream.respond(respondVerboseJson);
    const media = await asr.worker.putMedia(sound, mp3);
    const { data } = await asr.worker.succeed({ media }, { ...plain, language: 'en' });
    expect(data).toMatchObject({
      language: 'ru',
      warnings: ['the speech engine detected the language ru, not en'],
    });
  });

  test('is refused for an unknown model, with the known names', async () => {
    const media = await asr.worker.putMedia(sound, mp3);
    await expect(asr.worker.fail({ media }, { ...plain, model: 'nova' })).resolves.toEqual({
      code: 'OPTIONS_INVALID',
      message: 'unknown model; known: whisper-1, whisper-large-v3',
      retryable: false,
    });
  });

  test('that is missing in the blob store fails with INPUT_EXPIRED', async () => {
    const media = { blob: 'tasks/none/fetch/1/media', size: 1, ...mp3 };
    await expect(asr.worker.fail({ media }, plain)).resolves.toMatchObject({ code: 'INPUT_EXPIRED' });
  });
});

describe('the announcement of the transcriber', () => {
  test('lists the engine, its models and the default model', async () => {
    const asr = await startTranscriberHarness();
    const models = ['default', 'whisper-1', 'default/whisper-1'];
    const engine = { name: 'default', models, default_model: 'whisper-1' };
    await expect(asr.worker.announcement()).resolves.toMatchObject({
      kind: 'transcribe',
      ready: true,
      engines: [{ ...engine, ready: true, reason: null }],
      default_engine: 'default',
    });
    await asr.close();
  });

  test('is not sent with invalid settings, and the error does not contain the key', async () => {
    const start = startServiceHarness(transcriberService, {
      ASR_BASE_URL: 'localhost:9',
      ASR_API_KEY: 'two words',
    });
    await expect(start).rejects.toThrow(
      /ASR_BASE_URL must be a valid uri[\s\S]*ASR_API_KEY must be printable/,
    );
    await expect(start).rejects.not.toThrow(/two words/);
  });
});

test('an upstream without a key receives no authorization header', async () => {
  const upstream = await startStubUpstream();
  upstream.respond(respondVerboseJson);
  const worker = await startServiceHarness(transcriberService, { ASR_BASE_URL: upstream.url });
  await worker.succeed({ media: await worker.putMedia(sound, mp3) }, plain);
  expect(upstream.requests[0]?.headers).not.toHaveProperty('authorization');
  await worker.close();
  await upstream.close();
});
