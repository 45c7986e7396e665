import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient({ credits: 1_000_000 });
});
afterAll(() => gateway.stop());

/** Strings that programs often misinterpret. */
const naughty = {
  'keywords of languages': [
    'null', 'undefined', 'nil', 'None', 'true', 'NaN', 'Infinity', '__proto__',
    'constructor', 'toString', 'hasOwnProperty', '[object Object]',
  ],
  numbers: ['0', '-0', '1.0', '1e3', '0x10', '٣', '１２３', '½', '99999999999999999999', '1/0', '2147483648', '1,000.00'],
  punctuation: [
    '', ' ', '\t', '\n', '\r\n', ',./;\'[]\\-=', '<>?:"{}|_+', '!@#$%^&*()`~',
    '"', "'", '\\', '\\\\', '""', '\\"', '%', '%00', '%s%n', '${x}', '{{7*7}}', '#{x}',
  ],
  queries: ['$where', '$gt', '{"$ne":null}', 'a.b.c', '.', '..', "'; DROP TABLE tasks;--", '1 OR 1=1', '{"$regex":".*"}', "' || '1'=='1"],
  commands: [
    '$(id)', '`id`', '|id', '; id', '&& id', '-rf /', '--help', '> /dev/null', '%COMSPEC%',
    'file:///etc/passwd', '../../etc/passwd', 'C:\\con\\con', 'nul', 'aux.mp3',
  ],
  markup: [
    '<script>alert(1)</script>', '</script>', '<img src=x onerror=a()>', '<!--', ']]>', '&amp;', '&#x27;',
    '<?xml?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///a">]>', 'javascript:a()', '\u2028\u2029',
  ],
  spaces: ['\u00a0', '\u200b', '\u2003x\u2003', '\ufeff', '\u180e', '\u3000', 'a\u200bb', '\u0085', '\u000b\f'],
  controls: ['\u0000', 'a\u0000b', '\u0001\u001f', '\u007f', '\u001b[31mred\u001b[0m', '\b\b\b', '\u0007'],
  directions: ['\u202egpj.exe', '\u2066a\u2069', 'שלום', 'مرحبا بالعالم', '\u200fa\u200e', 'ﷺ', '\u202a\u202a\u202a'],
  letters: [
    'Ελληνικά', 'Ёё Йй', 'ß', 'İı', 'ﬀ', 'Ω', 'Å', 'Å', 'e\u0301', 'é', '北京',
    '한국어', 'ไทย', 'ᚠᛇᚻ', 'Ⱥ', 'ǆ', '𝒯𝑒𝓍𝓉', '𐐷', 'Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮',
  ],
  emoji: ['😀', '👩‍👩‍👧‍👦', '🏳️‍🌈', '🇷🇺🇸', '👍🏿', '❤️', '1️⃣', '\ufe0f', '🫠'],
  'code points on the edge': ['\ufffe', '\uffff', '\ufffd', '\u{10ffff}', '\u{1fffe}', '\ud7ff', '\ue000', '\u{e0001}'],
}; // prettier-ignore

test.each(Object.entries(naughty))('%s are returned unchanged', async (_kind, strings) => {
  const all = strings.join(' ');
  const metadata = strings.map((text) => ({ key: text || 'nothing', value: text }));
  const made = await client.create('/llm', { input: `${all}|`, prompt: `${all}|`, metadata });
  const { data } = (await client.get(`/tasks/${made.id}`)).body;

  for (const task of [made, data]) {
    expect(task).toMatchObject({ input: { text: `${all}|`, prompt: `${all}|` }, metadata });
  }
});

test.each(Object.entries(naughty))('%s are rejected as names and ids', async (_kind, strings) => {
  for (const text of strings) {
    const bodies: [string, object][] = [
      ['/tasks', { input: 'x', steps: [{ name: text }] }],
      ['/tasks', { input: 'x', steps: [{ name: 'depersonalize', depends_on: [text] }] }],
      ['/tasks', { input: 'x', pipeline_id: text }],
      ['/llm', { input: 'x', template: text === '' ? '?' : text }],
      ['/pii', { input: 'x', mode: text }],
      ['/pii/restore', { input: 'x', task_id: text }],
    ];
    for (const [path, body] of bodies) {
      const answer = await client.post(path, body);
      expect([body, summarize(answer)]).toEqual([body, expect.stringMatching(/^400 VALIDATION_ERROR/)]);
    }
    const id = encodeURIComponent(text);
    if (/^\.*$/.test(text)) continue; // as a path these mean another one
    expect([text, summarize(await client.get(`/tasks/${id}`))]).toEqual([text, '400 INVALID_TASK_ID']);
    expect([text, summarize(await client.get(`/pipelines/${id}`))]).toEqual([
      text,
      expect.stringMatching(/^40[04] /),
    ]);
  }
});
