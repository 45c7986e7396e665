import {
  busiestTurn,
  respondBytes,
  respondJson,
  startStubUpstream,
  respondStatus,
  type StubUpstream,
} from '@medley/testing';
import type { TranscribeOutput } from '@medley/contracts';
import { startEnginesHarness, type EnginesHarness } from './engines-harness';
import { formOf } from './transcriber-harness';

const wanted = { language: 'auto', diarization: false, words: true };

/** A response of faster-whisper in speaches: language codes, words also inside segments. */
const speaches = {
  task: 'transcribe',
  language: 'en',
  duration: 0.98,
  text: 'Ask not, friend.',
  words: null,
  segments: [
    {
      id: 1, seek: 0, start: 0.0, end: 0.9, text: ' Ask not, friend.', tokens: [50364, 12320], temperature: 0.0,
      avg_logprob: -0.2, compression_ratio: 1.1, no_speech_prob: 0.01,
      words: [
        { start: 0.0, end: 0.3, word: ' Ask', probability: 0.98 },
        { start: 0.3, end: 0.5, word: ' not,', probability: 0.99 },
        { start: 0.5, end: 0.9, word: ' friend.', probability: 0.97 },
      ],
    },
  ],
}; // prettier-ignore

/** A response of the whisper.cpp server: tokens as words, a character split between two tokens is invalid in both. */
const whisperCpp = {
  task: 'transcribe',
  language: 'russian',
  duration: 1,
  text: ' Съешь ещё, друг.\n',
  segments: [
    {
      id: 0, text: ' Съешь ещё, друг.', start: 0, end: 0.98, tokens: [1, 2, 3, 4, 5], temperature: 0, avg_logprob: -0.3,
      words: [
        { word: ' С', start: 0, end: 0.1, t_dtw: -1, probability: 0.5 },
        { word: 'ъ\uFFFD', start: 0.1, end: 0.2, t_dtw: -1, probability: 0.6 },
        { word: '\uFFFDшь', start: 0.2, end: 0.3, t_dtw: -1, probability: 0.7 },
        { word: ' ещё', start: 0.3, end: 0.6, t_dtw: -1, probability: 0.8 },
        { word: ',', start: 0.6, end: 0.6, t_dtw: -1, probability: 0.9 },
        { word: ' друг', start: 0.6, end: 0.9, t_dtw: -1, probability: 0.9 },
        { word: '.', start: 0.9, end: 0.98, t_dtw: -1, probability: 0.9 },
      ],
    },
  ],
}; // prettier-ignore

/** A response of vLLM: the duration is a string, there are no word timestamps. */
const vllm = {
  duration: '1.0',
  language: 'en',
  text: ' Ask not.',
  segments: [
    {
      id: 0, avg_logprob: -1, compression_ratio: -1, end: 0.9, no_speech_prob: null, seek: 0, start: 0, temperature: 0,
      text: ' Ask not.', tokens: [1],
    },
  ],
  words: null,
}; // prettier-ignore

/** A response of LocalAI: times in nanoseconds, no language. */
const localAi = {
  segments: [{ id: 0, start: 0, end: 900_000_000, text: 'Ask not.', tokens: [50364] }],
  text: 'Ask not.',
};

/** A response of Groq, with an additional field. */
const groq = {
  task: 'transcribe',
  language: 'English',
  duration: 0.98,
  text: ' Ask not.',
  words: [
    { word: 'Ask', start: 0, end: 0.3 },
    { word: 'not.', start: 0.3, end: 0.9 },
  ],
  segments: [
    {
      id: 0, seek: 0, start: 0, end: 0.9, text: ' Ask not.', tokens: [1], temperature: 0, avg_logprob: -0.1,
      compression_ratio: 0.9, no_speech_prob: 0,
    },
  ],
  x_groq: { id: 'req_01' },
}; // prettier-ignore

describe('an OpenAI-compatible server', () => {
  let upstream: StubUpstream;
  let engines: EnginesHarness;
  beforeAll(async () => {
    upstream = await startStubUpstream();
    const models = [
      'whisper-1',
      'old',
      'gpt-4o-transcribe',
      'gpt-4o-transcribe-diarize',
      { name: 'moss', diarizes: true },
    ];
    engines = await startEnginesHarness([
      { name: 'asr', kind: 'openai', base_url: upstream.url, models, retry_ms: 1 },
    ]);
  });
  beforeEach(() => void upstream.requests.splice(0));
  afterAll(async () => {
    await engines.close();
    await upstream.close();
  });

  const ask = async (options: object = {}): Promise<TranscribeOutput> => {
    const { media, worker } = engines;
    return (await worker.succeed({ media }, { ...wanted, ...options })).data as TranscribeOutput;
  };
  const formats = async (): Promise<unknown[]> =>
    Promise.all(
      upstream.requests.map(async (request) => {
        const form = await formOf(request);
        return [form.get('response_format'), form.getAll('timestamp_granularities[]').length];
      }),
    );

  test.each([
    ['speaches', speaches, 'en', ['Ask', 'not,', 'friend.']],
    ['whisper.cpp', whisperCpp, 'ru', ['Съешь', 'ещё,', 'друг.']],
    ['Groq', groq, 'en', ['Ask', 'not.']],
  ])('like %s returns words', async (_, answer, language, words) => {
    upstream.respond(respondJson(answer));
    const output = await ask();
    expect(output.language).toBe(language);
    expect(output.segments).toHaveLength(1);
    expect(output.segments[0]).toMatchObject({ start: 0, text: words.join(' ') });
    expect(output.words?.map(({ word }) => word)).toEqual(words);
    expect(output.words?.map(({ start }) => start)).toEqual([
      0,
      0.3,
      ...words.slice(2).map(() => expect.any(Number)),
    ]);
    expect(output).not.toHaveProperty('warnings');
  });

  test.each([
    ['vLLM', vllm, 'en'],
    ['LocalAI', localAi, 'und'],
  ])('like %s returns no words, and a warning says so', async (_, answer, language) => {
    upstream.respond(respondJson(answer));
    const output = await ask();
    expect(output).toMatchObject({ language, segments: [{ start: 0, end: 0.9, text: 'Ask not.' }] });
    expect(output).not.toHaveProperty('words');
    expect(output.warnings).toContain('the speech engine returned no word timestamps');
  });

  test('without timestamps returns one segment', async () => {
    const segments = [
      { id: 0, text: ' Ask not.', temperature: 0, words: [{ word: ' Ask', probability: 1 }] },
    ];
    upstream.respond(respondJson({ text: ' Ask not.', language: 'english', segments }));
    await expect(ask()).resolves.toMatchObject({ segments: [{ start: 0, end: 1, text: 'Ask not.' }] });
  });

  test('with tokens that do not match the text returns no words', async () => {
    const [segment] = whisperCpp.segments;
    upstream.respond(respondJson({ ...whisperCpp, segments: [{ ...segment, text: 'Съешь ещё друг мой' }] }));
    await expect(ask()).resolves.not.toHaveProperty('words');
  });

  test('is asked for a less detailed format after a refusal, and the refused format is not requested again', async () => {
    upstream.respond(respondStatus(400), respondStatus(422), respondJson({ text: 'Ask not.' }));
    await expect(ask({ model: 'old' })).resolves.toMatchObject({ text: 'Ask not.' });
    await ask({ model: 'old' });
    await ask({ model: 'whisper-1' });
    await expect(formats()).resolves.toEqual([
      ['verbose_json', 2],
      ['verbose_json', 0],
      ['json', 0],
      ['json', 0],
      ['verbose_json', 2],
    ]);
  });

  test('that refuses the audio is not recorded as refusing the formats', async () => {
    upstream.respond(respondStatus(400));
    const { media, worker } = engines;
    await expect(worker.fail({ media }, wanted)).resolves.toMatchObject({ code: 'UPSTREAM_REFUSED' });
    upstream.requests.splice(0);
    upstream.respond(respondJson(groq));
    await ask();
    await expect(formats()).resolves.toEqual([['verbose_json', 2]]);
  });

  test('is asked for text only when the model is known to return nothing else', async () => {
    upstream.respond(respondJson({ text: 'Ask not.', usage: { type: 'tokens', total_tokens: 9 } }));
    const { text, warnings } = await ask({ model: 'gpt-4o-transcribe' });
    expect(text).toBe('Ask not.');
    expect(warnings).toContain('the speech engine returned no segments: the text is one segment');
    await expect(formats()).resolves.toEqual([['json', 0]]);
  });

  const diarized = {
    task: 'transcribe',
    duration: 1,
    text: 'Hello? Hi.',
    segments: [
      { type: 'transcript.text.segment', id: 'seg_1', start: 0, end: 0.4, text: ' Hello?', speaker: 'A' },
      { type: 'transcript.text.segment', id: 'seg_2', start: 0.5, end: 0.9, text: ' Hi.', speaker: 'B' },
    ],
    usage: { type: 'duration', seconds: 1 },
  };

  test.each(['gpt-4o-transcribe-diarize', 'moss'])('returns speakers with the model %s', async (model) => {
    upstream.respond(respondJson(diarized));
    const output = await ask({ model, diarization: true, vocabulary: ['Medley'] });
    expect(output.segments.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['A', 'Hello?'],
      ['B', 'Hi.'],
    ]);
    expect(output.speakers).toEqual(['A', 'B']);
    const form = await formOf(upstream.requests[0]);
    expect(form.get('response_format')).toBe('diarized_json');
    expect(form.get('chunking_strategy')).toBe('auto');
    expect(form.has('prompt')).toBe(false);
  });

  test('returns no speakers when diarization was not requested', async () => {
    upstream.respond(respondJson(diarized));
    const output = await ask({ model: 'gpt-4o-transcribe-diarize' });
    expect(output.segments.map(({ speaker }) => speaker)).toEqual([null, null]);
  });

  test('receives the first terms of the vocabulary up to the limit of the prompt', async () => {
    upstream.respond(respondJson(groq));
    const vocabulary = Array.from({ length: 200 }, (_, index) => `Кубернетес${index}`);
    await ask({ vocabulary });
    const prompt = (await formOf(upstream.requests[0])).get('prompt') as string;
    expect(prompt).toMatch(/^Кубернетес0, Кубернетес1, /);
    expect(prompt.length).toBeLessThan(896);
    expect(prompt.split(', ').length).toBeGreaterThan(10);
  });

  test('that returns an error with status 200 fails the step', async () => {
    upstream.respond(respondJson({ error: 'failed to process audio' }));
    const { media, worker } = engines;
    const error = await worker.fail({ media }, wanted);
    expect(error).toMatchObject({ code: 'UPSTREAM_INVALID_ANSWER' });
    expect(upstream.requests).toHaveLength(3);
  });

  test('that returns the words of an hour does not block the event loop', async () => {
    const words = Array.from({ length: 10_000 }, (_, index) => ({ word: 'a', start: index, end: index + 1 }));
    upstream.respond(respondBytes(Buffer.from(JSON.stringify({ ...groq, words }))));
    const { media, worker } = engines;
    const busiest = await busiestTurn(async () => {
      const ticket = await worker.send({ media }, wanted);
      await expect(ticket.finished).resolves.toMatchObject({ outcome: 'completed' });
    }, 1_000);
    expect(busiest).toBeLessThan(1_000);
  });
});
