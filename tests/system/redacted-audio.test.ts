import type { PublicRedactOutput } from '@medley/task-view';
import { findProgram } from '@medley/step-worker';
import { decodeSound, makeWav, respondJson, serveBytes, startStubUpstream, until } from '@medley/testing';
import { amqpUrl, describeWithAmqp } from '@medley/testing/broker';
import { startAllInOne, type AllInOne } from '@medley/testing/system';

const REDACTED_AUDIO = '6d65646c-6579-4000-8000-000000000006';
const SPEECH_HZ = 440;
const BEEP_HZ = 1_000;
const AUDIBLE = 0.05;
const INAUDIBLE = 0.002;

const words = [
  { start: 0.4, end: 1, word: 'Докладывает' },
  { start: 1.2, end: 1.6, word: 'Сергей' },
  { start: 1.7, end: 2.2, word: 'Волков.' },
];
const segments = [
  { start: 0.4, end: 2.2, text: ' Докладывает Сергей Волков.' },
  { start: 2.6, end: 3.8, text: ' Начинаем.' },
];
const speech = {
  language: 'russian',
  duration: 4,
  text: segments.map(({ text }) => text).join(''),
  segments,
  words: [...words, { start: 2.6, end: 3.8, word: 'Начинаем.' }],
};

describe('on the embedded broker', () => redactedAudio({}));
describeWithAmqp('on RabbitMQ', () => redactedAudio({ AMQP_URL: amqpUrl }));

function redactedAudio(env: Record<string, string>): void {
  let medley: AllInOne;
  let ffmpeg: string;
  let upstream: Awaited<ReturnType<typeof startStubUpstream>>;
  let source: Awaited<ReturnType<typeof serveBytes>>;

  beforeAll(async () => {
    const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
    ffmpeg = (await findProgram('ffmpeg')) ?? installer.path;
    upstream = await startStubUpstream();
    upstream.respond(respondJson(speech));
    source = await serveBytes({ '/meeting.wav': makeWav(4) });
    medley = await startAllInOne({ ASR_BASE_URL: upstream.url, ASR_API_KEY: 'sk-upstream', ...env });
  });
  afterAll(async () => {
    await medley.stop();
    await Promise.all([upstream.close(), source.stop()]);
  });

  const run = async (body: object): Promise<{ id: string; output: Record<string, unknown> }> => {
    const made = await medley.api.create('/tasks', { url: `${source.url}/meeting.wav`, ...body });
    const task = await medley.api.ended(made.id);
    expect([task.status, task.error]).toEqual(['completed', undefined]);
    return { id: made.id, output: task.output as unknown as Record<string, unknown> };
  };
  const soundAt = async (url: string): ReturnType<typeof decodeSound> =>
    decodeSound(ffmpeg, Buffer.from(await (await fetch(url)).arrayBuffer()));

  test('the template redacted-audio gives a sound in which names are a beep, and nothing else of them', async () => {
    const { output } = await run({ pipeline_id: REDACTED_AUDIO });
    expect(Object.keys(output)).toEqual(['depersonalize', 'redact']);
    const { url, ...redacted } = output['redact'] as PublicRedactOutput;
    expect(redacted).toMatchObject({
      format: 'mp3',
      redactions: [{ start: 1.05, end: 2.35, type: 'PERSON' }],
    });
    expect(JSON.stringify(output)).not.toMatch(/Сергей|Волков/);

    const sound = await soundAt(url);
    expect(sound.level(BEEP_HZ, 1.05, 2.35)).toBeGreaterThan(AUDIBLE);
    expect(sound.level(SPEECH_HZ, 1.05, 2.35)).toBeLessThan(INAUDIBLE);
    expect(sound.level(SPEECH_HZ, 0.1, 1.03)).toBeGreaterThan(AUDIBLE);
    expect(sound.level(SPEECH_HZ, 2.37, 3.9)).toBeGreaterThan(AUDIBLE);
    expect(sound.level(BEEP_HZ, 0.1, 1.03)).toBeLessThan(INAUDIBLE);
  });

  test('a redact step asks for the times of words, whatever the options of transcribe say', async () => {
    const asked = upstream.requests.length;
    const { output } = await run({
      steps: [
        { name: 'fetch' },
        { name: 'transcribe', options: { words: false } },
        { name: 'depersonalize', options: { entity_types: ['EMAIL'], deny_list: ['начинаем'] } },
        { name: 'redact', options: { with: 'silence', padding_ms: 0 } },
      ],
    });
    const [request] = upstream.requests.slice(asked);
    expect(request?.body.toString('latin1')).toMatch(/timestamp_granularities\[\]"\s+word/);
    const { url, redactions } = output['redact'] as PublicRedactOutput;
    expect(redactions).toEqual([{ start: 2.6, end: 3.8, type: 'CUSTOM_DENIED' }]);
    const sound = await soundAt(url);
    expect(sound.peak(2.61, 3.79)).toBeLessThan(0.01);
    expect(sound.level(SPEECH_HZ, 0.1, 2.58)).toBeGreaterThan(AUDIBLE);
  });

  test('a transcode between may cut the sound: the times follow', async () => {
    const { output } = await run({
      steps: [
        { name: 'fetch' },
        { name: 'transcribe' },
        { name: 'depersonalize' },
        { name: 'transcode', depends_on: ['fetch'], options: { start: 1, end: 3 } },
        { name: 'redact', depends_on: ['depersonalize', 'transcode'] },
      ],
    });
    const { url, redactions } = output['redact'] as PublicRedactOutput;
    expect(redactions).toEqual([{ start: 0.05, end: 1.35, type: 'PERSON' }]);
    const sound = await soundAt(url);
    expect(sound.level(SPEECH_HZ, 0.05, 1.35)).toBeLessThan(INAUDIBLE);
    expect(sound.level(SPEECH_HZ, 1.38, 1.95)).toBeGreaterThan(AUDIBLE);
  });

  test('the file is gone with the data of its task', async () => {
    const { id, output } = await run({ pipeline_id: REDACTED_AUDIO });
    const { url } = output['redact'] as PublicRedactOutput;
    expect((await fetch(url)).status).toBe(200);
    await medley.api.call('DELETE', `/tasks/${id}`);
    await until(async () => (await fetch(url)).status === 410);
  });
}
