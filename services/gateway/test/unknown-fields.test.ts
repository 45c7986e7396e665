import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const LINK = 'https://example.com/a.mp3';
const STRICT = { Prefer: 'handling=strict' };

describe('unknown fields of a creating request', () => {
  test.each<[string, string, object, object[]]>([
    [
      'a shortcut',
      '/transcribe',
      { url: LINK, lang: 'en', metadata: [{ key: 'a', value: 'b', kind: 'c' }] },
      [
        { field: 'lang', message: 'is unknown and was ignored; did you mean language?' },
        { field: 'metadata[0].kind', message: 'is unknown and was ignored' },
      ],
    ],
    [
      'a task',
      '/tasks',
      { input: 'a', steps: [{ name: 'depersonalize', dependsOn: [] }], webhookUrl: LINK, colour: null },
      [
        { field: 'steps[0].dependsOn', message: 'is unknown and was ignored; did you mean depends_on?' },
        { field: 'webhookUrl', message: 'is unknown and was ignored; did you mean webhook_url?' },
      ],
    ],
    [
      'a template',
      '/pipelines',
      { name: 'a', steps: [{ name: 'fetch' }], descripton: 'b' },
      [{ field: 'descripton', message: 'is unknown and was ignored; did you mean description?' }],
    ],
    [
      'a batch',
      '/tasks/batch',
      { tasks: [{ input: 'a', steps: [{ name: 'depersonalize' }], fancy: 1 }], atomic: true },
      [
        { field: 'tasks[0].fancy', message: 'is unknown and was ignored' },
        { field: 'atomic', message: 'is unknown and was ignored' },
      ],
    ],
  ])('are named beside the data of %s, and nothing else changes', async (_title, path, body, warnings) => {
    const answer = await client.post(path, body);
    expect(answer.body).toMatchObject({ success: true, warnings });
  });

  test('are no field of the answer when there are none', async () => {
    const answer = await client.post('/pii', { input: 'a' });
    expect(answer.body).not.toHaveProperty('warnings');
  });

  test('are named again when the answer is replayed', async () => {
    const key = { 'Idempotency-Key': 'once' };
    const first = await client.post('/pii', { input: 'a', lang: 'en' }, key);
    const second = await client.post('/pii', { input: 'a', lang: 'en' }, key);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.text).toBe(first.text);
    expect(second.text).toContain('"warnings"');
  });

  test.each<[string, object, string]>([
    ['/pii', { input: 'a', text: 'b' }, 'text'],
    ['/tasks', { input: 'a', steps: [{ name: 'depersonalize', note: 1 }] }, 'steps[0].note'],
    ['/pipelines', { name: 'a', steps: [{ name: 'fetch' }], tags: [] }, 'tags'],
    ['/tasks/batch', { tasks: [{}], atomic: true }, 'atomic'],
  ])('are refused by %s when the client wants strict handling', async (path, body, field) => {
    const answer = await client.post(path, body, STRICT);
    expect(summarize(answer)).toBe(`400 VALIDATION_ERROR ${field}`);
  });

  test('fail only their own task of a strict batch', async () => {
    const steps = [{ name: 'depersonalize' }];
    const answer = await client.post(
      '/tasks/batch',
      {
        tasks: [
          { input: 'a', steps, x: 1 },
          { input: 'b', steps },
        ],
      },
      STRICT,
    );
    expect(answer.body.data['results']).toMatchObject([
      {
        success: false,
        error: { code: 'VALIDATION_ERROR' },
        errors: [{ field: 'x', message: 'is unknown' }],
      },
      { success: true },
    ]);
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
  });

  test('are counted up to 20, however many and however long', async () => {
    const body = Object.fromEntries(Array.from({ length: 19_000 }, (_, index) => [`x${index}`, index]));
    const answer = await client.post('/pii', { input: 'a', ['y'.repeat(100_000)]: 1, ...body });
    const { warnings } = answer.body as unknown as { warnings: { field: string }[] };
    expect(warnings).toHaveLength(20);
    expect(warnings[0]?.field).toBe(`${'y'.repeat(300)}…`);
  });

  test('do not hide that strict handling and a wait were both applied', async () => {
    const answer = await client.post('/pii', { input: 'a' }, { Prefer: 'handling=strict, wait=1' });
    expect(answer.headers.get('preference-applied')).toBe('handling=strict, wait=1');
  });
});

describe('an error says what is possible', () => {
  const graph = (...steps: object[]): object => ({ url: LINK, steps });

  test.each<[string, string, object, RegExp]>([
    [
      'an unknown step',
      '/tasks',
      graph({ name: 'transcripe' }),
      /unknown step "transcripe" \(did you mean transcribe\?\); the steps are fetch, transcode, transcribe/,
    ],
    [
      'an unknown option',
      '/tasks',
      graph({ name: 'fetch' }, { name: 'transcode', options: { bit_rate: 96 } }),
      /steps\[1\]\.options\.bit_rate is unknown \(did you mean bitrate\?\); the options of transcode are bitrate, sample_rate/,
    ],
    [
      'an option of a step without any',
      '/tasks',
      graph({ name: 'fetch', options: { speed: 1 } }),
      /steps\[0\]\.options\.speed is unknown: fetch has no options/,
    ],
    [
      'text instead of input',
      '/pii',
      { text: 'a' },
      /input is required; text is unknown, did you mean input\?/,
    ],
    [
      'metadata as an object',
      '/pii',
      { input: 'a', metadata: { order: '1' } },
      /metadata must be an array of objects with the texts "key" and "value"/,
    ],
    [
      'a private address',
      '/transcode',
      { url: 'http://10.0.0.1/a.mp3' },
      /url leads to an address that is not public; the operator can allow addresses with OUTBOUND_ALLOW/,
    ],
  ])('about %s', async (_title, path, body, message) => {
    const answer = await client.post(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(message);
  });

  test.each<[string, string]>([
    ['{"input": "a",\n "ttl": 4,}', 'line 2, column 11'],
    ["{'input': 'a'}", 'line 1, column 2'],
    ['{"input": "a"', 'line 1, column 14'],
    ['{"input": "a"} x', 'line 1, column 16'],
    ['input=a', 'line 1, column 1'],
    ['', 'it is empty'],
  ])('about the place where %j stops being JSON', async (body, place) => {
    const answer = await client.post('/pii', body);
    expect(summarize(answer)).toBe('400 INVALID_JSON');
    expect(answer.body.error.message).toBe(`The body is not valid JSON: ${place}.`);
  });

  test('about a balance that is too low, with both amounts', async () => {
    const poor = await gateway.newClient({ credits: 0.01 });
    const message = /it reserves 0\.0\d+ credits, 0\.01 are available\.$/;
    const answer = await poor.post('/pii', { input: 'a' });
    expect(answer.status).toBe(402);
    expect(answer.body.error.message).toMatch(message);
    const tasks = [{ input: 'a', steps: [{ name: 'depersonalize' }] }];
    const batch = await poor.post('/tasks/batch', { tasks });
    expect(batch.body.error.message).toMatch(message);
  });

  test.each([
    ['/tasks', ' All paths of the API begin with /api/v1: /api/v1/tasks'],
    ['/transcribe', ' All paths of the API begin with /api/v1: /api/v1/transcribe'],
    ['/nothing', ''],
  ])('about %s without the prefix', async (path, hint) => {
    const response = await fetch(`${gateway.url}${path}`, { method: 'POST' });
    const body = (await response.json()) as { error: object };
    expect(response.status).toBe(404);
    expect(body.error).toEqual({ code: 'NOT_FOUND', message: `There is no such resource.${hint}` });
  });
});
