import {
  bytes,
  json,
  startStubUpstream,
  status,
  type StubUpstream,
} from '../../../tests/support/stub-upstream';
import type { TranscribeOutput } from '@medley/contracts';
import { openEnginesLab, type EnginesLab } from './engines-harness';
import { formOf } from './transcriber-harness';

const wanted = { language: 'auto', diarization: false, words: true };

/** An answer of faster-whisper behind speaches: codes for languages, words within the segments as well. */
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

/** An answer of whisper.cpp's server: tokens for words, a letter cut in two spoiled in both. */
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

/** An answer of vLLM: the duration is a text, there are no times of words. */
const vllm = {
  duration: '1.0',
  language: 'en',
  text: ' Ask not.',
  segments: [
    { id: 0, avg_logprob: -1, compression_ratio: -1, end: 0.9, no_speech_prob: null, seek: 0, start: 0, temperature: 0, text: ' Ask not.', tokens: [1] },
  ],
  words: null,
}; // prettier-ignore

/** An answer of LocalAI: nanoseconds, nothing of the language. */
const localAi = {
  segments: [{ id: 0, start: 0, end: 900_000_000, text: 'Ask not.', tokens: [50364] }],
  text: 'Ask not.',
};

/** An answer of Groq, which has a field of its own. */
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
    { id: 0, seek: 0, start: 0, end: 0.9, text: ' Ask not.', tokens: [1], temperature: 0, avg_logprob: -0.1, compression_ratio: 0.9, no_speech_prob: 0 },
  ],
  x_groq: { id: 'req_01' },
}; // prettier-ignore

describe('an OpenAI-compatible server', () => {
  let upstream: StubUpstream;
  let engines: EnginesLab;
  beforeAll(async () => {
    upstream = await startStubUpstream();
    const models = [
      'whisper-1',
      'old',
      'gpt-4o-transcribe',
      'gpt-4o-transcribe-diarize',
      { name: 'moss', diarizes: true },
    ];
    engines = await openEnginesLab([
      { name: 'asr', kind: 'openai', base_url: upstream.url, models, retry_ms: 1 },
    ]);
  });
  beforeEach(() => void upstream.requests.splice(0));
  afterAll(async () => {
    await engines.close();
    await upstream.close();
  });

  const ask = async (options: object = {}): Promise<TranscribeOutput> => {
    const { media, lab } = engines;
    return (await lab.succeed({ media }, { ...wanted, ...options })).data as TranscribeOutput;
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
  ])('like %s is understood with its words', async (_, answer, language, words) => {
    upstream.respond(json(answer));
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
  ])('like %s is understood without words, and that is said', async (_, answer, language) => {
    upstream.respond(json(answer));
    const output = await ask();
    expect(output).toMatchObject({ language, segments: [{ start: 0, end: 0.9, text: 'Ask not.' }] });
    expect(output).not.toHaveProperty('words');
    expect(output.warnings).toContain('the speech engine gave no times of words');
  });

  test('that was told to leave out times gives one segment', async () => {
    const segments = [
      { id: 0, text: ' Ask not.', temperature: 0, words: [{ word: ' Ask', probability: 1 }] },
    ];
    upstream.respond(json({ text: ' Ask not.', language: 'english', segments }));
    await expect(ask()).resolves.toMatchObject({ segments: [{ start: 0, end: 1, text: 'Ask not.' }] });
  });

  test('that spoils more than can be mended gives no words', async () => {
    const [segment] = whisperCpp.segments;
    upstream.respond(json({ ...whisperCpp, segments: [{ ...segment, text: 'Съешь ещё друг мой' }] }));
    await expect(ask()).resolves.not.toHaveProperty('words');
  });

  test('is asked for less when it refuses, and not in vain again', async () => {
    upstream.respond(status(400), status(422), json({ text: 'Ask not.' }));
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

  test('that refuses the audio itself is not believed to refuse the formats', async () => {
    upstream.respond(status(400));
    const { media, lab } = engines;
    await expect(lab.fail({ media }, wanted)).resolves.toMatchObject({ code: 'UPSTREAM_REFUSED' });
    upstream.requests.splice(0);
    upstream.respond(json(groq));
    await ask();
    await expect(formats()).resolves.toEqual([['verbose_json', 2]]);
  });

  test('is asked for text only by models that are known to give no more', async () => {
    upstream.respond(json({ text: 'Ask not.', usage: { type: 'tokens', total_tokens: 9 } }));
    const { text, warnings } = await ask({ model: 'gpt-4o-transcribe' });
    expect(text).toBe('Ask not.');
    expect(warnings).toContain('the speech engine gave no segments: the text is one segment');
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

  test.each(['gpt-4o-transcribe-diarize', 'moss'])(
    'tells speakers apart with the model %s',
    async (model) => {
      upstream.respond(json(diarized));
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
    },
  );

  test('keeps its speakers to itself when nobody asked for them', async () => {
    upstream.respond(json(diarized));
    const output = await ask({ model: 'gpt-4o-transcribe-diarize' });
    expect(output.segments.map(({ speaker }) => speaker)).toEqual([null, null]);
  });

  test('gets as many terms of the vocabulary as it looks at, from the first on', async () => {
    upstream.respond(json(groq));
    const vocabulary = Array.from({ length: 200 }, (_, index) => `Кубернетес${index}`);
    await ask({ vocabulary });
    const prompt = (await formOf(upstream.requests[0])).get('prompt') as string;
    expect(prompt).toMatch(/^Кубернетес0, Кубернетес1, /);
    expect(prompt.length).toBeLessThan(896);
    expect(prompt.split(', ').length).toBeGreaterThan(10);
  });

  test('that answers an error as if it were none has sent no transcription', async () => {
    upstream.respond(json({ error: 'failed to process audio' }));
    const { media, lab } = engines;
    const error = await lab.fail({ media }, wanted);
    expect(error).toMatchObject({ code: 'UPSTREAM_INVALID_ANSWER' });
    expect(upstream.requests).toHaveLength(3);
  });

  test('that sends the words of an hour does not hold up the event loop', async () => {
    const words = Array.from({ length: 10_000 }, (_, index) => ({ word: 'a', start: index, end: index + 1 }));
    upstream.respond(bytes(Buffer.from(JSON.stringify({ ...groq, words }))));
    const { media, lab } = engines;
    const ticket = await lab.send({ media }, wanted);
    let longestMs = 0;
    let last = performance.now();
    const pulse = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    }, 5);
    await expect(ticket.finished).resolves.toMatchObject({ outcome: 'completed' });
    clearInterval(pulse);
    expect(longestMs).toBeLessThan(1_000);
  });
});
