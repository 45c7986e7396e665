import type { KeyRole } from '@medley/contracts';
import { startTestGateway, TestClient, type TestGateway } from '@medley/testing/gateway';
import { until } from '@medley/testing';
import { formOf, sendSpeech, summarizeSpeech, transcribe, wav } from './speech-forms';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway({
    env: { MAX_MEDIA_BYTES: '100000' },
    kinds: ['fetch'],
  });
  const languages = { tiny: { known: ['en', 'de'], detects: false } };
  const engine = { name: 'own', ready: true, reason: null, default_model: 'tiny' };
  gateway.announce('transcribe', {
    engines: [{ ...engine, models: ['own', 'tiny'], languages }],
    default_engine: 'own',
  });
  client = await gateway.newClient();
  await until(async () => (await sendSpeech(client, '/models/tiny')).status === 200);
});
afterAll(() => gateway.stop());

const model = 'whisper-1';
const uploadsOf = ({ identity }: TestClient): Promise<string[]> =>
  gateway.stores.uploads.idsOf(identity.accountId, 10);

function twoFiles(): FormData {
  const form = formOf({ model });
  form.append('file', new Blob([new Uint8Array(wav)]), 'b.wav');
  return form;
}

function otherFile(): FormData {
  const form = formOf({ model }, null);
  form.append('audio', new Blob([new Uint8Array(wav)]), 'a.wav');
  return form;
}

const many = Object.fromEntries(Array.from({ length: 251 }, (_, index) => [`f${index}`, 'x']));
const multipart = 'multipart/form-data; boundary=x';
const invalid = '400 invalid_request_error';

test.each<[string, FormData | string, string]>([
  ['no file', formOf({ model }, null), `${invalid} file`],
  ['two files', twoFiles(), `${invalid} file`],
  ['a file in another field', otherFile(), `${invalid} audio`],
  ['a text as the file', formOf({ model, file: 'talk.wav' }, null), `${invalid} file`],
  ['an empty file', formOf({ model }, new Uint8Array(0)), `${invalid} file`],
  ['no model', formOf({}), `${invalid} model`],
  ['two models', formOf({ model: [model, 'own'] }), `${invalid} model`],
  ['an unknown model', formOf({ model: 'gpt-9' }), '404 invalid_request_error model model_not_found'],
  ['no language, and an engine that cannot tell', formOf({ model }), `${invalid} language`],
  ['a language that the engine does not know', formOf({ model, language: 'ru' }), `${invalid} language`],
  ['a text as the language', formOf({ model, language: 'english' }), `${invalid} language`],
  ['an unknown format', formOf({ model, response_format: 'xml' }), `${invalid} response_format`],
  [
    'times without verbose_json',
    formOf({ model, 'timestamp_granularities[]': 'word' }),
    `${invalid} timestamp_granularities`,
  ],
  [
    'an unknown granularity',
    formOf({ model, response_format: 'verbose_json', 'timestamp_granularities[]': 'line' }),
    `${invalid} timestamp_granularities[0]`,
  ],
  ['a temperature above 1', formOf({ model, temperature: '1.5' }), `${invalid} temperature`],
  ['subtitles as a stream', formOf({ model, stream: 'true', response_format: 'srt' }), `${invalid} stream`],
  ['a word as a flag', formOf({ model, stream: 'maybe' }), `${invalid} stream`],
  ['a huge field', formOf({ model, prompt: 'x'.repeat(20_000) }), `${invalid} prompt`],
  ['too many fields', formOf({ model, ...many }), `${invalid} body`],
  [
    'a file that is too large',
    formOf({ model }, new Uint8Array(100_001)),
    '413 invalid_request_error media_too_large',
  ],
  [
    'a much larger file',
    formOf({ model }, new Uint8Array(8_000_000)),
    '413 invalid_request_error media_too_large',
  ],
])('%s is refused, and nothing is kept', async (_, body, expected) => {
  const own = await gateway.newClient();
  expect(summarizeSpeech(await transcribe(own, body))).toBe(expected);
  expect(await uploadsOf(own)).toEqual([]);
  expect((await own.get('/tasks')).body.data['items']).toEqual([]);
});

test.each<[string, string, string]>([
  ['JSON', '{"model":"whisper-1"}', 'application/json'],
  ['a form without a boundary', 'x', 'multipart/form-data'],
  ['a form that breaks off', '--x\r\nContent-Dispo', multipart],
])('%s is no form', async (_, body, type) => {
  expect(summarizeSpeech(await transcribe(client, body, { 'Content-Type': type }))).toBe(`${invalid} body`);
});

test('a key is needed, and its faults have OpenAI’s shape', async () => {
  const unknown = await transcribe(
    { url: client.url, identity: { ...client.identity, key: 'sk-x' } },
    formOf({ model }),
  );
  expect(summarizeSpeech(unknown)).toBe('401 invalid_request_error invalid_api_key');
  expect(unknown.headers.get('www-authenticate')).toBe('Bearer');
  expect((await fetch(`${client.url}/v1/models`)).status).toBe(401);
});

test('a key for reading lists models and transcribes nothing', async () => {
  const keyOf = async (role: KeyRole): Promise<TestClient> => {
    const { body } = await client.post('/keys', { role });
    return new TestClient(gateway.url, { ...client.identity, key: String(body.data['secret']) });
  };
  const reader = await keyOf('read');
  expect((await sendSpeech(reader, '/models')).status).toBe(200);
  expect(summarizeSpeech(await transcribe(reader, formOf({ model })))).toBe(
    '403 invalid_request_error forbidden',
  );
  expect(await uploadsOf(reader)).toEqual([]);
});

test('without money the status is 402 and the code insufficient_quota', async () => {
  const poor = await gateway.newClient({ credits: 0 });
  const answer = await transcribe(poor, formOf({ model, language: 'en' }));
  expect(summarizeSpeech(answer)).toBe('402 insufficient_quota insufficient_quota');
  expect(await uploadsOf(poor)).toEqual([]);
});

test('beyond the rate limit the answer has the time to wait', async () => {
  const own = await gateway.newClient({ tariff: 'free' });
  const answers = await Promise.all(Array.from({ length: 80 }, () => sendSpeech(own, '/models')));
  const refused = answers.find(({ status }) => status === 429);
  expect(refused && summarizeSpeech(refused)).toBe('429 requests rate_limit_exceeded');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('models are listed, `whisper-1` first; another path or method is refused in the same shape', async () => {
  const listed = JSON.parse((await sendSpeech(client, '/models')).text) as unknown;
  const own = { id: 'tiny', object: 'model', created: 0, owned_by: 'own' };
  const standard = { ...own, id: model, owned_by: 'medley' };
  expect(listed).toEqual({ object: 'list', data: [standard, own] });
  expect(JSON.parse((await sendSpeech(client, '/models/tiny')).text)).toEqual(own);
  expect(summarizeSpeech(await sendSpeech(client, '/models/x'))).toBe(
    '404 invalid_request_error model model_not_found',
  );
  expect(summarizeSpeech(await sendSpeech(client, '/chat/completions'))).toBe(
    '404 invalid_request_error not_found',
  );
  const wrong = await sendSpeech(client, '/audio/transcriptions');
  expect([summarizeSpeech(wrong), wrong.headers.get('allow')]).toEqual([
    '405 invalid_request_error method_not_allowed',
    'POST',
  ]);
});
