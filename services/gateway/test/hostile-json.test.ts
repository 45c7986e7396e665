import { gzipSync } from 'node:zlib';
import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const INVALID = '400 INVALID_JSON';
const BODY = '400 VALIDATION_ERROR body';
const nested = (depth: number): string =>
  `{"input":"x","extra":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
const keyed = (keys: number): string =>
  `{"input":"x",${Array.from({ length: keys - 1 }, (_, index) => `"k${index}":1`).join(',')}}`;
const input = (bytes: number): string => `{"input":"x","pad":"${'a'.repeat(bytes - 22)}"}`;

test.each<[string, string | Uint8Array, string]>([
  ['nothing', '', INVALID],
  ['a cut-off object', '{"input":"x"', INVALID],
  ['NaN', '{"input":"x","ttl":NaN}', INVALID],
  ['a comment', '{"input":"x" /* a */}', INVALID],
  ['single quotes', "{'input':'x'}", INVALID],
  ['a trailing comma', '{"input":"x",}', INVALID],
  ['a byte order mark', '\ufeff{"input":"x"}', INVALID],
  ['UTF-16', Buffer.from('{"input":"x"}', 'utf16le'), INVALID],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), INVALID],
  ['gzip', gzipSync('{"input":"x"}'), INVALID],
  ['100,000 open arrays', '['.repeat(100_000), INVALID],
  ['open arrays and objects in turn', '[{"":'.repeat(50_000), INVALID],
  ['null', 'null', BODY],
  ['an array', '[]', BODY],
  ['a string', '"x"', BODY],
  ['a number', '1', BODY],
  ['depth 33', nested(33), BODY],
  ['depth 10,000', nested(10_000), BODY],
  ['depth 500,000', nested(500_000), BODY],
  ['20,001 keys', keyed(20_001), BODY],
  ['100,000 keys', keyed(100_000), BODY],
  ['2 MiB and a byte', input(2 * 1024 * 1024 + 1), BODY],
  ['3 MiB', input(3 * 1024 * 1024), BODY],
  ['a __proto__ key', '{"input":"x","__proto__":{"isAdmin":true}}', '400 VALIDATION_ERROR __proto__'],
  ['an escaped one', '{"input":"x","\\u005f_proto__":1}', '400 VALIDATION_ERROR __proto__'],
  [
    'one deep inside',
    '{"input":"x","metadata":[{"key":"a","value":"b","__proto__":{}}]}',
    '400 VALIDATION_ERROR metadata[0].__proto__',
  ],
  ['depth 32', nested(32), '201'],
  ['20,000 keys', keyed(20_000), '201'],
  ['2 MiB', input(2 * 1024 * 1024), '201'],
  ['duplicate keys, the last of which counts', '{"input":1,"input":"x"}', '201'],
  ['a constructor key', '{"input":"x","constructor":{"prototype":{"isAdmin":true}}}', '201'],
  ['__proto__ as a value', '{"input":"x","metadata":[{"key":"__proto__","value":"__proto__"}]}', '201'],
])('%s', async (_title, body, expected) => {
  expect(summarize(await client.post('/pii', body))).toBe(expected);
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
});

test('100,000 emoji written as escapes are a valid input', async () => {
  const answer = await client.post('/pii', `{"input":"${'\\ud83d\\ude00'.repeat(100_000)}"}`);
  expect(summarize(answer)).toBe('201');
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'nonsense',
])('the content type %s is ignored', async (type) => {
  expect(summarize(await client.post('/pii', { input: 'x' }, { 'Content-Type': type }))).toBe('201');
});

test('numbers are not converted and strings not trimmed', async () => {
  const ttls: [string, string][] = [
    ['1e400', '400 VALIDATION_ERROR ttl'],
    ['9007199254740993', '400 VALIDATION_ERROR ttl'],
    ['"4"', '400 VALIDATION_ERROR ttl'],
    ['true', '400 VALIDATION_ERROR ttl'],
    ['[4]', '400 VALIDATION_ERROR ttl'],
    ['{"$gt":0}', '400 VALIDATION_ERROR ttl'],
    ['-1', '400 VALIDATION_ERROR ttl'],
    ['25', '400 VALIDATION_ERROR ttl'],
    ['1.5', '400 VALIDATION_ERROR ttl'],
    ['4.0', '201'],
    ['-0', '201'],
    ['0', '201'],
    ['24', '201'],
  ];
  for (const [ttl, expected] of ttls) {
    expect(`${ttl}: ${summarize(await client.post('/pii', `{"input":"x","ttl":${ttl}}`))}`).toBe(
      `${ttl}: ${expected}`,
    );
  }
});

test('control characters stay, a lone surrogate becomes U+FFFD', async () => {
  const text = `\u0000\u0007\t a\r\n\u2028\u202e‮`;
  const kept = await client.create('/pii', { input: text });
  expect(kept.input?.text).toBe(text);
  const stored = await client.get(`/tasks/${kept.id}`);
  expect(stored.body.data['input']).toMatchObject({ text });

  const repaired = await client.post('/pii', '{"input":"a\\ud800b"}');
  expect(repaired.body.data['input']).toMatchObject({ text: 'a\ufffdb' });
});
