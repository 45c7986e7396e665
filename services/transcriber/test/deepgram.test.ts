import { respondJson, startStubUpstream, type StubUpstream } from '@medley/testing';
import type { TranscribeOutput } from '@medley/contracts';
import { startEnginesHarness, type EnginesHarness } from './engines-harness';
import { KEY } from './transcriber-harness';

const words = [
  { word: 'hello', start: 0.08, end: 0.4, confidence: 0.99, punctuated_word: 'Hello.', speaker: 0, speaker_confidence: 0.6 },
  { word: 'good', start: 0.48, end: 0.64, confidence: 0.99, punctuated_word: 'Good', speaker: 1, speaker_confidence: 0.7 },
  { word: 'morning', start: 0.64, end: 0.96, confidence: 0.98, punctuated_word: 'morning!', speaker: 1, speaker_confidence: 0.7 },
]; // prettier-ignore
const utterance = { confidence: 0.99, channel: 0, id: '0a4e1b8d-4a5f-4c7e-9a41-2f3f6a1c7a11' };

/** A response of `/v1/listen` to `diarize`, `utterances`, `smart_format` and `detect_language`. */
const answer = {
  metadata: {
    transaction_key: 'deprecated',
    request_id: 'b3f1a0de-6a8a-4a33-8b52-2f2e2fd5b1b1',
    sha256: '5324da68ede209a16ac69a38e8cd29cee4d754434a041166cda3a1f5e0b24566',
    created: '2025-04-08T16:15:45.798Z',
    duration: 1,
    channels: 1,
    models: ['3b3aabe4-608a-46ac-9585-7960a25daf1a'],
  },
  results: {
    channels: [
      {
        alternatives: [{ transcript: 'Hello. Good morning!', confidence: 0.99, words, paragraphs: { transcript: '' } }],
        detected_language: 'en',
        language_confidence: 0.99,
      },
    ],
    utterances: [
      { ...utterance, start: 0.08, end: 0.4, transcript: 'Hello.', words: words.slice(0, 1), speaker: 0 },
      { ...utterance, start: 0.48, end: 0.96, transcript: 'Good morning!', words: words.slice(1), speaker: 1 },
    ],
  },
}; // prettier-ignore

describe('Deepgram', () => {
  let upstream: StubUpstream;
  let engines: EnginesHarness;
  beforeAll(async () => {
    upstream = await startStubUpstream();
    engines = await startEnginesHarness([
      {
        name: 'deepgram',
        kind: 'deepgram',
        base_url: upstream.url,
        api_key: KEY,
        models: ['nova-3', 'nova-2', 'whisper-large'],
        retry_ms: 1,
      },
    ]);
  });
  beforeEach(() => {
    upstream.requests.splice(0);
    upstream.respond(respondJson(answer));
  });
  afterAll(async () => {
    await engines.close();
    await upstream.close();
  });

  const ask = async (options: object = {}): Promise<TranscribeOutput> => {
    const wanted = { language: 'auto', diarization: true, words: true, ...options };
    return (await engines.worker.succeed({ media: engines.media }, wanted)).data as TranscribeOutput;
  };
  const query = (): URLSearchParams => new URL(upstream.requests[0]?.path ?? '', 'http://stub').searchParams;

  test('returns segments with speakers, words with punctuation, and the detected language', async () => {
    await expect(ask()).resolves.toEqual({
      text: 'Hello. Good morning!',
      language: 'en',
      duration: 1,
      segments: [
        { id: 0, start: 0.08, end: 0.4, text: 'Hello.', speaker: 'A' },
        { id: 1, start: 0.48, end: 0.96, text: 'Good morning!', speaker: 'B' },
      ],
      speakers: ['A', 'B'],
      words: [
        { start: 0.08, end: 0.4, word: 'Hello.', speaker: 'A' },
        { start: 0.48, end: 0.64, word: 'Good', speaker: 'B' },
        { start: 0.64, end: 0.96, word: 'morning!', speaker: 'B' },
      ],
    });
  });

  test('receives the unchanged audio, the options in the query and the key in its authorization header', async () => {
    await ask();
    const [request] = upstream.requests;
    expect(request).toMatchObject({ method: 'POST', path: expect.stringMatching(/^\/v1\/listen\?/) });
    expect(request?.headers).toMatchObject({ authorization: `Token ${KEY}`, 'content-type': 'audio/wav' });
    expect(request?.body.subarray(0, 4).toString()).toBe('RIFF');
    expect(request?.body.length).toBeGreaterThan(32_000);
    expect(Object.fromEntries(query())).toEqual({
      model: 'nova-3',
      punctuate: 'true',
      smart_format: 'true',
      utterances: 'true',
      diarize: 'true',
      detect_language: 'true',
    });
  });

  test('is not asked for speakers or the language unless they were requested', async () => {
    await ask({ language: 'ru', diarization: false });
    expect(query().has('diarize')).toBe(false);
    expect(query().has('detect_language')).toBe(false);
    expect(query().get('language')).toBe('ru');
  });

  test.each([
    ['nova-3', { keyterm: ['Medley', 'ключ: значение', 'Anna Lee'], keywords: [] }],
    ['nova-2', { keyterm: [], keywords: ['Medley', 'ключ', 'значение', 'Anna', 'Lee'] }],
    ['whisper-large', { keyterm: [], keywords: [] }],
  ])('receives the vocabulary in the parameter of its model %s', async (model, { keyterm, keywords }) => {
    await ask({ model, vocabulary: ['Medley', 'ключ: значение', 'Anna Lee'] });
    expect(query().getAll('keyterm')).toEqual(keyterm);
    expect(query().getAll('keywords')).toEqual(keywords);
  });

  test('without speech returns an empty transcript', async () => {
    const channels = [{ alternatives: [{ transcript: '', confidence: 0, words: [] }] }];
    upstream.respond(respondJson({ metadata: {}, results: { channels, utterances: [] } }));
    await expect(ask()).resolves.toEqual({
      text: '',
      language: 'und',
      duration: 1,
      segments: [],
      speakers: [],
      words: [],
    });
  });

  test.each([
    ['no results', { err_code: 'Bad Request', err_msg: 'words of theirs' }],
    ['no channel', { results: { channels: [] } }],
    [
      'an invalid speaker',
      { results: { ...answer.results, utterances: [{ ...utterance, start: 0, end: 1, transcript: 'a', speaker: 'x' }] } },
    ],
  ])('fails the step when it returns %s', async (_, body) => {
    upstream.respond(respondJson(body));
    const error = await engines.worker.fail({ media: engines.media }, { language: 'en', diarization: true });
    expect(error).toMatchObject({ code: 'UPSTREAM_INVALID_ANSWER' });
    expect(error.message).not.toContain('words of theirs');
  }); // prettier-ignore
});
