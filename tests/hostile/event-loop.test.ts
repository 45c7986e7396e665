import { stepBlobKey, storePayload } from '@medley/blobs';
import type { Payload, TranscribeOutput } from '@medley/contracts';
import { depersonalize } from '@medley/depersonalize';
import { deriveKey, seal } from '@medley/kit';
import {
  endTask,
  MASTER_KEY,
  startTestGateway,
  type TestClient,
  type TestGateway,
} from '@medley/testing/gateway';
import { busiestTurn, canMeasureTurns, slowSchema, textOfManyForms } from '@medley/testing';

/** The most processor time that one turn of the gateway's event loop may take, in milliseconds. */
const TURN_MS = 50;
/** On a slow machine: the most beside what it takes to encode and decode the largest output at once. */
const TURN_SHARE = 0.9;
const LARGEST_OUTPUT = 'переписка '.repeat(430_000);
const LONG = 100_000;

let gateway: TestGateway;
let client: TestClient;
let turnMs = TURN_MS;
beforeAll(async () => {
  if (canMeasureTurns) turnMs = Math.max(TURN_MS, TURN_SHARE * (await busiestTurn(codeAtOnce, 0)));
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

async function codeAtOnce(): Promise<void> {
  await Promise.resolve(JSON.parse(Buffer.from(JSON.stringify(LARGEST_OUTPUT)).toString()));
}

/** A payload of any size, stored as a step stores it. */
const leave = (taskId: string, value: string): Promise<Payload> =>
  storePayload(gateway.blobs, stepBlobKey({ taskId, stepId: 'x', attempt: 1 }, 'left'), value);

/** A finished transcribe task. */
async function transcribed(transcript: Partial<TranscribeOutput>): Promise<string> {
  const { id } = await client.create('/transcribe', { url: 'https://example.com/a.mp3' });
  const output = { text: '', language: 'en', duration: 14_400, segments: [], speakers: [], ...transcript };
  await endTask(gateway.stores, id, {
    steps: { transcribe: { output: await leave(id, JSON.stringify(output)) } },
  });
  return id;
}

const inOneSegment = (text: string, words?: TranscribeOutput['words']): Partial<TranscribeOutput> => ({
  segments: [{ id: 0, start: 0, end: 14_400, text, speaker: null }],
  ...(words && { words }),
});

/** Four hours of speech, each word with its times. */
function fourHours(): Partial<TranscribeOutput> {
  const said = ['Well,', 'this', 'is', 'what', 'people', 'say', 'in', 'a', 'long', 'meeting.'];
  const segments = Array.from({ length: 3_600 }, (_, id) => ({
    ...{ id, start: id * 4, end: id * 4 + 3.8, text: said.join(' ') },
    speaker: id % 2 === 0 ? 'A' : 'B',
  }));
  const words = segments.flatMap(({ start }) =>
    said.map((word, i) => ({ start: start + i * 0.38, end: start + i * 0.38 + 0.3, word })),
  );
  return { segments, words, speakers: ['A', 'B'] };
}

type Request = () => Promise<unknown>;

async function subtitlesOf(transcript: Partial<TranscribeOutput>, format: string): Promise<Request> {
  const id = await transcribed(transcript);
  return () => client.get(`/tasks/${id}/transcript?format=${format}`);
}

/** A task with as much output as an answer embeds; read in chunks, because the client uses this event loop, too. */
async function readingLargeOutput(path: string): Promise<Request> {
  const id = await transcribed({ text: LARGEST_OUTPUT });
  const headers = { Authorization: `Bearer ${client.identity.key}` };
  return async () => {
    const response = await fetch(`${client.url}/api/v1/tasks${path.replace('{id}', id)}`, { headers });
    let bytes = 0;
    const body = response.body as AsyncIterable<Uint8Array> | null;
    for await (const chunk of body ?? []) bytes += chunk.length;
    expect(bytes).toBeGreaterThan(8_000_000);
  };
}

async function restoring(text: string, input: (markers: string) => string): Promise<Request> {
  const { id } = await client.create('/pii', { input: 'x', mode: 'reversible' });
  const taken = depersonalize(text, { mode: 'reversible' });
  const mapping = seal(deriveKey(MASTER_KEY, 'pii-mapping'), taken.mapping ?? '', id);
  await endTask(gateway.stores, id, { steps: { depersonalize: { mapping: await leave(id, mapping) } } });
  return () => client.post('/pii/restore', { task_id: id, input: input(taken.text) });
}

const ordinary = 'Звонил Иван Петров, +7 916 123-45-67, потом Анна Волкова из Москвы. '.repeat(700);

const corpus: [string, () => Promise<Request> | Request][] = [
  [
    'restoring a person of many forms',
    () => restoring(textOfManyForms(4_000), () => '[PERSON_1]у '.repeat(150)),
  ],
  ['restoring an ordinary text', () => restoring(ordinary, (text) => `So: ${text}`)],
  ['subtitles of four hours', () => subtitlesOf(fourHours(), 'srt')],
  ['text of four hours', () => subtitlesOf(fourHours(), 'txt')],
  ['the transcript of four hours', () => subtitlesOf(fourHours(), 'json')],
  ['subtitles of one long word', () => subtitlesOf(inOneSegment('a'.repeat(LONG)), 'srt')],
  ['subtitles of accents', () => subtitlesOf(inOneSegment('e\u0301'.repeat(LONG / 2)), 'vtt')],
  ['subtitles without a space', () => subtitlesOf(inOneSegment('ภาษาไทย'.repeat(LONG / 7)), 'srt')],
  [
    'subtitles of words that the segments lack',
    () => {
      const words = Array.from({ length: LONG / 5 }, () => ({ start: 0, end: 0, word: 'a' }));
      return subtitlesOf(inOneSegment(`${'a'.repeat(LONG / 5)}b`, words), 'srt');
    },
  ],
  [
    'a schema of exponential time',
    () => () => client.post('/llm', { input: 'x', prompt: 'y', response_schema: slowSchema('loop') }),
  ],
  ['an answer with eight MB of output', () => readingLargeOutput('/{id}')],
  ['a listing with eight MB of output', () => readingLargeOutput('?include=output&limit=1')],
  ['an event stream with eight MB of output', () => readingLargeOutput('/{id}/events')],
  ['very many query parameters', () => () => client.get(`/balance?${'a&'.repeat(7_900)}`)],
  ['a text of full length', () => () => client.post('/pii', { input: ordinary })],
];

(canMeasureTurns ? describe : describe.skip)('no request blocks a turn of the event loop', () => {
  test.each(corpus)('for %s', async (_, prepare) => {
    const request = await prepare();
    // Loading and compiling at the first use do not count as work of the request.
    await request();
    expect(await busiestTurn(request, turnMs)).toBeLessThan(turnMs);
  });
});
