import { speakBeeps } from '../../../scripts/bench/speech/beep-speech';
import { makeWav } from '../../../tests/support/make-wav';
import { json, startStubUpstream } from '../../../tests/support/stub-upstream';
import { openWorkerLab } from '../../../tests/support/worker-lab';
import {
  formOf,
  heard,
  KEY,
  openTranscriberHarness,
  transcriberService,
  verboseJson,
  type TranscriberHarness,
} from './transcriber-harness';

const sound = makeWav(7.5);
const mp3 = { content_type: 'audio/mpeg', duration: 7.5 };
const plain = { language: 'ru', diarization: false };

describe('speech sent to the upstream', () => {
  let asr: TranscriberHarness;
  beforeEach(async () => (asr = await openTranscriberHarness({ ASR_MODEL: 'whisper-1,whisper-large-v3' })));
  afterEach(() => asr.close());

  test('becomes a transcript of the promised shape', async () => {
    asr.upstream.respond(heard);
    const media = await asr.lab.putMedia(sound, mp3);
    const result = await asr.lab.succeed({ media }, plain);

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
    await expect(asr.lab.leftovers()).resolves.toEqual([]);
  });

  test('arrives sample for sample in a form as OpenAI defines it', async () => {
    asr.upstream.respond(heard);
    const media = await asr.lab.putMedia(sound, mp3);
    const options = {
      ...plain,
      words: true,
      vocabulary: ['Medley', 'Кубернетес'],
      model: 'whisper-large-v3',
    };
    await asr.lab.succeed({ media }, options);

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

  test('is sent without what was not asked for', async () => {
    asr.upstream.respond(heard);
    const media = await asr.lab.putMedia(sound, mp3);
    await asr.lab.succeed({ media }, { ...plain, language: 'auto' });
    const form = await formOf(asr.upstream.requests[0]);
    expect([...new Set(form.keys())].sort()).toEqual([
      'file',
      'model',
      'response_format',
      'timestamp_granularities[]',
    ]);
    expect(form.get('model')).toBe('whisper-1');
  });

  test('comes back with the times of words when they are wanted', async () => {
    asr.upstream.respond(heard);
    const media = await asr.lab.putMedia(sound, mp3);
    const { data } = await asr.lab.succeed({ media }, { ...plain, words: true });
    expect(data).toMatchObject({ words: verboseJson.words.map((word) => ({ ...word, speaker: null })) });
    expect(data).not.toHaveProperty('warnings');
  });

  test('gets no invented speakers but a warning when they were wanted', async () => {
    asr.upstream.respond(heard);
    const media = await asr.lab.putMedia(sound, mp3);
    const { data } = await asr.lab.succeed({ media }, { ...plain, diarization: true });
    expect(data).toMatchObject({
      speakers: [],
      segments: [{ speaker: null }, { speaker: null }],
      warnings: ['speakers are not separated: no speech was found in the sound'],
    });
  });

  test('is one segment, with warnings, when the upstream only gives text', async () => {
    asr.upstream.respond(json({ text: 'Just text' }));
    const media = await asr.lab.putMedia(makeWav(3), { content_type: 'audio/wav', duration: null });
    const { data } = await asr.lab.succeed({ media }, { language: 'auto', diarization: false, words: true });
    expect(data).toEqual({
      text: 'Just text',
      language: 'und',
      duration: 3,
      segments: [{ id: 0, start: 0, end: 3, text: 'Just text', speaker: null }],
      speakers: [],
      warnings: [
        'the speech engine did not say which language it heard',
        'the speech engine gave no times of words',
        'the speech engine gave no segments: the text is one segment',
      ],
    });
  });

  test('is an empty transcript when nobody speaks', async () => {
    asr.upstream.respond(json({ text: '', language: 'english', duration: 2, segments: [] }));
    const media = await asr.lab.putMedia(sound, mp3);
    const { data, usage } = await asr.lab.succeed({ media }, { language: 'auto', diarization: true });
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
  ])('in a language the upstream calls %s is in %s', async (language, code) => {
    asr.upstream.respond(json({ ...verboseJson, language }));
    const media = await asr.lab.putMedia(sound, mp3);
    const { data } = await asr.lab.succeed({ media }, { ...plain, language: 'auto' });
    expect(data).toMatchObject({ language: code });
  });

  test('is not sent when it is silent all along', async () => {
    asr.upstream.respond(heard);
    const media = await asr.lab.putMedia(speakBeeps([], 5), mp3);
    const { data, text } = await asr.lab.succeed({ media }, { ...plain, diarization: true });
    expect(data).toEqual({ text: '', language: 'ru', duration: 5, segments: [], speakers: [] });
    expect(text).toEqual({ inline: '' });
    expect(asr.upstream.requests).toEqual([]);
  });

  test('that was heard in another language than it was asked for says so', async () => {
    asr.upstream.respond(heard);
    const media = await asr.lab.putMedia(sound, mp3);
    const { data } = await asr.lab.succeed({ media }, { ...plain, language: 'en' });
    expect(data).toMatchObject({
      language: 'ru',
      warnings: ['the speech engine heard the language ru, not en'],
    });
  });

  test('is refused for an unknown model with the names that are known', async () => {
    const media = await asr.lab.putMedia(sound, mp3);
    await expect(asr.lab.fail({ media }, { ...plain, model: 'nova' })).resolves.toEqual({
      code: 'OPTIONS_INVALID',
      message: 'unknown model; known: whisper-1, whisper-large-v3',
      retryable: false,
    });
  });

  test('that is gone from the blob store fails as such', async () => {
    const media = { blob: 'tasks/none/fetch/1/media', size: 1, ...mp3 };
    await expect(asr.lab.fail({ media }, plain)).resolves.toMatchObject({ code: 'INPUT_EXPIRED' });
  });
});

describe('the announcement of the transcriber', () => {
  test('lists engine, models and the default one', async () => {
    const asr = await openTranscriberHarness();
    const models = ['default', 'whisper-1', 'default/whisper-1'];
    const engine = { name: 'default', models, default_model: 'whisper-1' };
    await expect(asr.lab.announcement()).resolves.toMatchObject({
      kind: 'transcribe',
      ready: true,
      engines: [{ ...engine, ready: true, reason: null }],
      default_engine: 'default',
    });
    await asr.close();
  });

  test('is not made with settings that cannot work, and the key is not repeated', async () => {
    const start = openWorkerLab(transcriberService, {
      ASR_BASE_URL: 'localhost:9',
      ASR_API_KEY: 'two words',
    });
    await expect(start).rejects.toThrow(
      /ASR_BASE_URL must be a valid uri[\s\S]*ASR_API_KEY must be printable/,
    );
    await expect(start).rejects.not.toThrow(/two words/);
  });
});

test('an upstream that wants no key gets none', async () => {
  const upstream = await startStubUpstream();
  upstream.respond(heard);
  const lab = await openWorkerLab(transcriberService, { ASR_BASE_URL: upstream.url });
  await lab.succeed({ media: await lab.putMedia(sound, mp3) }, plain);
  expect(upstream.requests[0]?.headers).not.toHaveProperty('authorization');
  await lab.close();
  await upstream.close();
});
