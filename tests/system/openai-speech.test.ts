import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import type { PublicTask } from '@medley/task-view';
import {
  listFiles,
  makeWav,
  respondJson,
  startStubUpstream,
  until,
  type StubUpstream,
} from '@medley/testing';
import { amqpUrl, describeWithAmqp } from '@medley/testing/broker';
import { startAllInOne, type AllInOne } from '@medley/testing/system';

describe('OpenAI’s client, on the embedded broker', () => speech({}));
describeWithAmqp('OpenAI’s client, on RabbitMQ', () => speech({ AMQP_URL: amqpUrl }));

const said = ['Good morning, everyone.', 'Good morning!'];
const segments = [
  { id: 0, start: 0.2, end: 1.4, text: ` ${said[0]}`, speaker: 'A' },
  { id: 1, start: 1.8, end: 2.6, text: ` ${said[1]}`, speaker: 'B' },
];
const words = [
  { word: 'Good', start: 0.2, end: 0.5 },
  { word: 'morning,', start: 0.5, end: 0.9 },
  { word: 'everyone.', start: 0.9, end: 1.4 },
  { word: 'Good', start: 1.8, end: 2.1 },
  { word: 'morning!', start: 2.1, end: 2.6 },
];
const text = said.join(' ');
const spoken = { language: 'english', duration: 3, text: ` ${text}`, segments, words };
const model = 'whisper-1';
const diarizing = 'home-transcribe-diarize';

function speech(env: Record<string, string>): void {
  let medley: AllInOne;
  let engine: StubUpstream;
  let client: OpenAI;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'medley-speech-'));
    engine = await startStubUpstream();
    const models = ['home-model', diarizing, { name: 'baltic', languages: ['lv', 'lt'] }];
    const entry = { name: 'home', kind: 'openai', base_url: engine.url, models };
    await writeFile(join(directory, 'engines.json'), JSON.stringify([entry]));
    medley = await startAllInOne({ ASR_ENGINES_FILE: join(directory, 'engines.json'), ...env });
    client = new OpenAI({ baseURL: `${medley.api.url}/v1`, apiKey: medley.key, maxRetries: 0 });
  });
  beforeEach(() => engine.respond(respondJson(spoken)));
  afterAll(async () => {
    await medley.stop();
    await Promise.all([engine.close(), rm(directory, { recursive: true })]);
  });

  const wav = (): ReturnType<typeof toFile> => toFile(makeWav(3), 'talk.wav', { type: 'audio/wav' });
  const ask = async (options: object = {}): Promise<unknown> =>
    client.audio.transcriptions.create({ file: await wav(), model, ...options });
  const filesOf = async (id: string): Promise<string[]> =>
    (await listFiles(join(medley.directory, 'blobs'))).filter((file) => file.includes(id));
  const uploads = (): Promise<string[]> =>
    readdir(join(medley.directory, 'blobs', 'uploads')).catch(() => []);
  const purged = async (id: string): Promise<PublicTask> => {
    await until(async () => (await medley.api.task(id)).expired && (await filesOf(id)).length === 0);
    return medley.api.task(id);
  };
  const newest = async (): Promise<string> => {
    const { items } = (await medley.api.call('GET', '/tasks')).body.data as { items: { id: string }[] };
    return items[0]?.id ?? '';
  };

  test('models are listed', async () => {
    const names = (await client.models.list()).data.map(({ id }) => id);
    expect(names).toEqual([model, 'home-model', diarizing, 'baltic']);
    expect(await client.models.retrieve('baltic')).toMatchObject({ object: 'model', owned_by: 'home' });
  });

  test('`json` and `text` are the text', async () => {
    const usage = { type: 'duration', seconds: 3 };
    expect(await ask({ prompt: 'Medley, Ada', temperature: 0.5 })).toEqual({ text, usage });
    expect(await ask({ response_format: 'json', model: 'home-model', language: 'en' })).toEqual({
      text,
      usage,
    });
    expect(await ask({ response_format: 'text' })).toBe(`${text}\n`);
    expect(engine.requests.map(({ body }) => body.toString()).join()).toContain('Medley, Ada');
  });

  test('`srt` and `vtt` are subtitles', async () => {
    expect(await ask({ response_format: 'srt' })).toBe(
      `1\n00:00:00,200 --> 00:00:01,400\n${said[0]}\n\n2\n00:00:01,800 --> 00:00:02,800\n${said[1]}\n`,
    );
    expect(await ask({ response_format: 'vtt' })).toMatch(/^WEBVTT\n\n00:00:00\.200 --> 00:00:01\.400\nGood/);
  });

  test('`verbose_json` has segments, or words, or both', async () => {
    const base = { task: 'transcribe', language: 'english', duration: 3, text };
    const verbose = await ask({ response_format: 'verbose_json' });
    const [first] = (verbose as OpenAI.Audio.TranscriptionVerbose).segments ?? [];
    expect(verbose).toMatchObject(base);
    expect(verbose).not.toHaveProperty('words');
    expect(first).toEqual({
      id: 0,
      start: 0.2,
      end: 1.4,
      text: said[0],
      seek: 0,
      tokens: [],
      temperature: 0,
      avg_logprob: 0,
      no_speech_prob: 0,
      compression_ratio: expect.any(Number),
    });
    const asked = { response_format: 'verbose_json', timestamp_granularities: ['word'] };
    const timed = await ask(asked);
    expect(timed).toMatchObject({ ...base, words });
    expect(timed).not.toHaveProperty('segments');
    const both = await ask({ ...asked, timestamp_granularities: ['word', 'segment'] });
    expect(both).toMatchObject({ words, segments: [{ id: 0 }, { id: 1 }] });
  });

  test('`diarized_json` names the speaker of each segment', async () => {
    const shape = {
      type: 'transcript.text.segment',
      id: 'seg_001',
      start: 0.2,
      end: 1.4,
      text: said[0],
      speaker: 'A',
    };
    expect(await ask({ response_format: 'diarized_json', model: diarizing })).toMatchObject({
      task: 'transcribe',
      duration: 3,
      text,
      segments: [shape, { id: 'seg_002', speaker: 'B', text: said[1] }],
    });
  });

  test('a stream has deltas that make up the text, then the text', async () => {
    const stream = await client.audio.transcriptions.create({ file: await wav(), model, stream: true });
    const events: OpenAI.Audio.TranscriptionStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    const deltas = events.flatMap((event) => (event.type === 'transcript.text.delta' ? [event.delta] : []));
    expect([deltas.length, deltas.join('')]).toEqual([2, text]);
    expect(events.at(-1)).toEqual({ type: 'transcript.text.done', text });
  });

  test('a diarized stream has a segment after each delta', async () => {
    const options = { model: diarizing, stream: true, response_format: 'diarized_json' } as const;
    const events: string[] = [];
    for await (const event of await client.audio.transcriptions.create({ file: await wav(), ...options }))
      events.push(event.type === 'transcript.text.segment' ? event.speaker : event.type);
    const delta = 'transcript.text.delta';
    expect(events).toEqual([delta, 'A', delta, 'B', 'transcript.text.done']);
  });

  test('the task is an ordinary one, is billed, and keeps no data', async () => {
    const before = await uploads();
    const { response } = await client.audio.transcriptions
      .create({ file: await wav(), model })
      .withResponse();
    const id = response.headers.get('x-medley-task-id') ?? '';
    expect(id).toBe(await newest());
    const task = await purged(id);
    expect(task).toMatchObject({ status: 'completed', input: null, output: null });
    expect(task.cost.charged).toBeGreaterThan(0);
    // Others stay a while after their task.
    expect(before).toEqual(expect.arrayContaining(await uploads()));
  });

  test('with `store` the data stays for the time of an ordinary task', async () => {
    await ask({ store: 'true' });
    const id = await newest();
    expect((await medley.api.task(id)).output?.['transcribe']).toMatchObject({ text });
    await medley.api.call('DELETE', `/tasks/${id}`);
    await purged(id);
  });

  test('with an Idempotency-Key a stored transcript is answered again, another one is gone', async () => {
    const again = async (key: string, store: string): Promise<unknown> => {
      const body = { file: await wav(), model, store };
      return client.audio.transcriptions.create(body, { headers: { 'Idempotency-Key': key } });
    };
    const first = await again('kept', 'true');
    const id = await newest();
    expect(await again('kept', 'true')).toEqual(first);
    expect(await newest()).toBe(id);
    await again('gone', 'false');
    await purged(await newest());
    await expect(again('gone', 'false')).rejects.toMatchObject({ status: 410, code: 'task_expired' });
  });

  test('errors are those of the client', async () => {
    const strange = new OpenAI({ baseURL: client.baseURL, apiKey: 'sk-unknown', maxRetries: 0 });
    await expect(strange.models.list()).rejects.toThrow(OpenAI.AuthenticationError);
    await expect(ask({ model: 'gpt-9' })).rejects.toThrow(OpenAI.NotFoundError);
    await expect(ask({ response_format: 'xml' })).rejects.toThrow(OpenAI.BadRequestError);
    await expect(ask({ model: 'baltic', language: 'ru' })).rejects.toMatchObject({
      status: 400,
      param: 'language',
    });
    const noMedia = ask({ file: await toFile(Buffer.alloc(10_000, 'x'), 'a.wav') });
    await expect(noMedia).rejects.toMatchObject({ status: 400, param: 'file', headers: expect.any(Headers) });
    await expect(noMedia).rejects.toThrow(/MEDIA_UNSUPPORTED|media/);
    await purged(await newest());
  });

  test('an engine that fails is a server error, also in a stream, and leaves no data', async () => {
    engine.respond((response) => response.writeHead(401).end('{}'));
    await expect(ask()).rejects.toThrow(OpenAI.InternalServerError);
    await purged(await newest());
    const stream = await client.audio.transcriptions.create({ file: await wav(), model, stream: true });
    const read = async (): Promise<void> => {
      for await (const event of stream) expect(event).toBeUndefined();
    };
    await expect(read()).rejects.toMatchObject({ type: 'server_error' });
    await purged(await newest());
  });

  test('when the client leaves, the task is canceled and its data purged', async () => {
    const held: ServerResponse[] = [];
    engine.respond((response) => held.push(response));
    const abort = new AbortController();
    const left = client.audio.transcriptions.create({ file: await wav(), model }, { signal: abort.signal });
    const refused = expect(left).rejects.toThrow(OpenAI.APIUserAbortError);
    await until(() => held.length > 0);
    abort.abort();
    await refused;
    const task = await purged(await newest());
    expect([task.status, task.error]).toEqual(['failed', expect.stringMatching(/^CANCELED/)]);
    for (const response of held) response.destroy();
  });
}
