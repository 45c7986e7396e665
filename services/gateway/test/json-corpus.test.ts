import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient({ credits: 1_000_000 });
});
afterAll(() => gateway.stop());

/** A valid body with this text as the value of an unknown field. */
const bodyWith = (value: string): string => `{"input":"x","extra":${value}}`;
const summarized = async (body: string | Uint8Array): Promise<string> =>
  summarize(await client.post('/pii', body));

const noValues = {
  arrays: [
    '[1,,2]', '[,1]', '[1,]', '[1,,]', '[,]', '[', '[1', '["x"', '[1 2]', '["a" "b"]', '["a":1]', '[1:2]', '[1}', '[*]',
    '[1]]', '[""],', '[1\n,1\n,1', '[\u000b1]', '[1\f]', '[\u00a01]', '[\u20281]', '[\u30001]', '[\ufeff1]', '[<null>]',
  ],
  numbers: [
    '+1', '++1', '--1', '-', '-01', '01', '012', '-012', '00', '.5', '-.5', '1.', '2.e3', '-2.', '1e', '1e+', '1E-', '1eE2',
    '1e1.5', '1.2.3', '0x1F', '0b1', '0o7', '1_000', '1 000', '1,5', '1+2', '1/2', '-x', '1a', '0e', '0e+', 'Infinity', '-Infinity',
    'NaN', '-NaN', 'nan', 'inf', '１', '1\u0000', '1n', '$1',
  ],
  strings: [
    '"', '"a', '"a\\"', '"\\', '"\\x41"', '"\\u12"', '"\\u00G0"', '"\\u"', '"\\uD800\\u"', '"\\uD800\\u1"', '"\\a"', '"\\0"', '"\\\'"',
    '"\\ "', '"\\😀"', "'a'", '`a`', '“a”', '\\u0022a\\u0022', '"a\nb"', '"a\tb"', '"a\u0000b"', '"a\u001fb"', '"a""b"', 'a', 'é',
  ],
  objects: [
    '{', '{"a"', '{"a":', '{"a":1', '{"a"}', '{"a":}', '{:1}', '{"a" "b"}', '{"a" 1}', '{"a":1,}', '{,}', '{,"a":1}', '{"a":1,,"b":2}',
    '{"a":1 "b":2}', '{"a"::1}', '{a:1}', "{'a':1}", '{1:1}', '{null:1}', '{[1]:1}', '{{}:1}', '{"a":1]', '{"a":1}}', '{"a":1}#',
    '{"a":/**/1}', '{"a":1}//', '{"a":1/*', '{"a":"b"}#{}', '{"\\x61":1}', '{"a":1;"b":2}', '{"a"=1}', '{...1}',
  ],
  words: ['nul', 'nulll', 'NULL', 'Null', 'True', 'TRUE', 'tru', 'truee', 'fals', 'undefined', 'None', 'true false', '', ' ', ','],
}; // prettier-ignore

test.each(Object.entries(noValues))('invalid %s are rejected', async (_kind, values) => {
  for (const value of values)
    expect([value, await summarized(bodyWith(value))]).toEqual([value, '400 INVALID_JSON']);
});

const good = '{"input":"x"}';
test.each<[string, string]>([
  ['two values', `${good}${good}`],
  ['two lines of values', `${good}\n${good}`],
  ['a comma after it', `${good},`],
  ['a NUL after it', `${good}\u0000`],
  ['a no-break space before it', `\u00a0${good}`],
  ['a line separator after it', `${good}\u2028`],
  ['a form feed before it', `\f${good}`],
  ['JSON with padding', `callback(${good})`],
  ['a guard before it', `)]}',\n${good}`],
  ['a form', 'input=x'],
  ['XML', '<input>x</input>'],
  ['YAML', 'input: x'],
  ['100,000 open objects', '{"a":'.repeat(100_000)],
  ['closing brackets alone', ']'.repeat(100_000)],
  ['100,000 quotes', '"'.repeat(100_001)],
  ['100,000 backslashes in a string', `{"a":"${'\\'.repeat(99_999)}"}`],
])('%s is not JSON', async (_title, body) => {
  expect(await summarized(body)).toBe('400 INVALID_JSON');
});

test.each<[string, number[]]>([
  ['a byte that never occurs', [0xff]],
  ['a lone continuation', [0x80]],
  ['a sequence cut short', [0xe2, 0x82]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['an overlong NUL', [0xc0, 0x80]],
  ['an overlong euro sign', [0xf0, 0x82, 0x82, 0xac]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['a pair of surrogates', [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80]],
  ['more than U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ['a sequence of five', [0xf8, 0x88, 0x80, 0x80, 0x80]],
  ['Latin-1', [0xe9]],
])('%s is not UTF-8', async (_title, bytes) => {
  const [before, after] = bodyWith('"|"')
    .split('|')
    .map((part) => Buffer.from(part));
  const body = Buffer.concat([before ?? Buffer.alloc(0), Buffer.from(bytes), after ?? Buffer.alloc(0)]);
  expect(await summarized(body)).toBe('400 INVALID_JSON');
});

const odd = [
  '0', '-0', '0.0', '0e1', '1E22', '1e+2', '1E-2', '123.456e78', '-1', '0.000000000000000000000000000001', '1e-400', '[]', '{}', '[[]]',
  '[ ]', '{"":0}', '{"a":1,"a":2}', '{"a\\u0000":1}', '{"\\u0061":1}', '"\\u0000"', '"\\uD834\\uDD1E"', '"\\/\\b\\f\\n\\r\\t"', '"\u007f"',
  '"\u2028\u2029"', '"\uffff"', '"\ufeff"', '"\u0085"', '" "', '\t1\r\n', '"a\\\\"', '"[{"', '"]}"', '"\\""', '"/*"', 'null', 'true',
]; // prettier-ignore

test('unusual but valid values are accepted', async () => {
  for (const value of odd) expect([value, await summarized(bodyWith(value))]).toEqual([value, '201']);
});

const open = [
  '1e400', '-1e400', `1${'0'.repeat(400)}`, `0.4e${'0'.repeat(30)}66`, '123123e100000', '9007199254740993', '"\\ud800"', '"\\udfaa"',
  '"\\ud888\\u1234"', '"\\ud800\\ud800"', '"\\ud800a"', '{"\\ud800":1}', '{"\\udead":"\\udead"}', '[0.1e-10000]',
]; // prettier-ignore

test('what the standard leaves open is accepted or rejected without a failure', async () => {
  for (const value of open) {
    expect([value, await summarized(bodyWith(value))]).toEqual([value, expect.stringMatching(/^(201|400 )/)]);
  }
  expect(await summarized(good)).toBe('201');
});
