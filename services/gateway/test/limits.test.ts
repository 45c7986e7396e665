import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient({ credits: 100_000 });
});
afterAll(() => gateway.stop());

const letters = [
  ['ASCII', 'a'],
  ['Cyrillic', 'я'],
  ['emoji', '😀'],
  ['combining marks', '\u0301'],
] as const;
const link = 'https://example.com/';
const depersonalize = { input: 'x', steps: [{ name: 'depersonalize' }] };

/** Endpoint, body without the field, field, minimum and maximum of characters. */
const fields: [string, Record<string, unknown>, string, number, number][] = [
  ['/pii', {}, 'input', 1, 100_000],
  ['/llm', { prompt: 'p' }, 'input', 1, 100_000],
  ['/tasks', { steps: depersonalize.steps }, 'input', 0, 100_000],
  ['/llm', { input: 'i' }, 'prompt', 1, 10_000],
  ['/tasks', depersonalize, 'prompt', 0, 10_000],
  ['/transcode', { url: link }, 'filename', 0, 500],
  ['/transcribe', { url: link }, 'filename', 0, 500],
  ['/tasks', depersonalize, 'filename', 0, 500],
];

describe.each(fields)('POST %s %j: %s', (path, body, field, min, max) => {
  test.each(letters)('is limited in characters, here %s', async (_name, letter) => {
    const send = async (length: number): Promise<string> =>
      summarize(await client.post(path, { ...body, [field]: letter.repeat(length) }));
    expect(await send(max)).toBe('201');
    expect(await send(max + 1)).toBe(`400 VALIDATION_ERROR ${field}`);
    expect(await send(min)).toBe('201');
    if (min > 0) expect(await send(min - 1)).toBe(`400 VALIDATION_ERROR ${field}`);
  });
});

test.each<[string, unknown, string]>([
  ['r', 'r', 'language_in'],
  ['rus', 'rus', 'language_in'],
  ['nothing', '', 'language_in'],
  ['digits', '12', 'language_in'],
  ['a letter and NUL', 'R\0', 'language_in'],
  ['Cyrillic', 'ру', 'language_in'],
  ['a flag', '🇷🇺', 'language_in'],
  ['a number', 1, 'language_in'],
])('language_in rejects %s', async (_title, value, field) => {
  const answer = await client.post('/llm', { input: 'x', prompt: 'y', language_in: value });
  expect(summarize(answer)).toBe(`400 VALIDATION_ERROR ${field}`);
});

test('a language is shown in lower case', async () => {
  const task = await client.create('/llm', {
    input: 'x',
    prompt: 'y',
    language_in: 'EN',
    language_out: 'de',
  });
  expect(task.input).toMatchObject({ language_in: 'en', language_out: 'de' });
});

const pair = { key: 'k', value: 'v' };
test.each<[string, unknown, string]>([
  ['51 items', Array.from({ length: 51 }, () => pair), 'metadata'],
  ['an object', pair, 'metadata'],
  ['a string', 'k=v', 'metadata'],
  ['null and numbers', [pair, null, 5], 'metadata[1],metadata[2]'],
  ['an item without a key', [pair, { value: 'v' }], 'metadata[1].key'],
  ['an item without a value', [{ key: 'k' }], 'metadata[0].value'],
  ['a number as value', [{ key: 'k', value: 1 }], 'metadata[0].value'],
  ['an object as value', [{ key: 'k', value: {} }], 'metadata[0].value'],
  ['a key of 256', [{ key: 'я'.repeat(256), value: 'v' }], 'metadata[0].key'],
  ['a value of 4,097', [pair, pair, pair, { key: 'k', value: 'я'.repeat(4_097) }], 'metadata[3].value'],
  ['more than 16 KiB', Array.from({ length: 5 }, () => ({ key: 'k', value: 'v'.repeat(4_000) })), 'metadata'],
])('metadata rejects %s', async (_title, metadata, field) => {
  expect(summarize(await client.post('/pii', { input: 'x', metadata }))).toBe(
    `400 VALIDATION_ERROR ${field}`,
  );
});

test('metadata accepts 50 items, long keys and values, and names of object properties', async () => {
  const odd = ['$where', 'a.b', '__proto__', 'same', 'same', '\u202e', ''].map((value) => ({
    key: 'k',
    value,
  }));
  const metadata = [
    { key: 'я'.repeat(255), value: '😀'.repeat(3_000) },
    ...odd,
    ...Array.from({ length: 42 }, () => pair),
  ];
  const task = await client.create('/pii', { input: 'x', metadata });
  expect(task.metadata).toEqual(metadata);
  expect((await client.get(`/tasks/${task.id}`)).body.data['metadata']).toEqual(metadata);
});

test.each([
  'file:///etc/passwd',
  'ftp://example.com/a',
  'javascript:alert(1)',
  '//example.com/a',
  'example.com/a',
  'http:',
  '',
  'https://user:pass@example.com/',
  'http://example.com:0/',
  'http://example.com:99999/',
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://127.1/',
  'http://[::1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost/',
  'http://a.localhost/',
])('%s is rejected as url and as webhook_url', async (url) => {
  expect(summarize(await client.post('/transcode', { url }))).toBe('400 VALIDATION_ERROR url');
  const hook = await client.post('/pii', { input: 'x', webhook_url: url });
  expect(summarize(hook)).toBe('400 VALIDATION_ERROR webhook_url');
});

test('a URL may have 2,048 characters', async () => {
  const url = link + 'a'.repeat(2_048 - link.length);
  expect((await client.post('/transcode', { url })).status).toBe(201);
  expect(summarize(await client.post('/transcode', { url: `${url}a` }))).toBe('400 VALIDATION_ERROR url');
});

test.each(['Blind', '', 1, { $ne: 1 }, 'reversible '])('mode rejects %j', async (mode) => {
  expect(summarize(await client.post('/pii', { input: 'x', mode }))).toBe('400 VALIDATION_ERROR mode');
});

test.each(['a\0b', 'a\r\nb', 'a\nb'])('filename rejects %j', async (filename) => {
  const answer = await client.post('/transcode', { url: link, filename });
  expect(summarize(answer)).toBe('400 VALIDATION_ERROR filename');
});

test.each(['../../x', 'C:\\x', '-i', '%d.mp3', 'file:x', '|id', '$(id)', '\u202egpj.mp3'])(
  'filename accepts %j like any other name',
  async (filename) => {
    const task = await client.create('/transcode', { url: link, filename });
    expect(task.filename).toBe(filename);
  },
);
