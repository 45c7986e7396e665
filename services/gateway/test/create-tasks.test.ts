import { until } from '@medley/testing';
import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const URL_OK = 'https://example.com/a.mp3';

describe('a task is created', () => {
  test('by a shortcut, pending, with its Location and its defaults', async () => {
    const answer = await client.post('/pii', { input: 'Call Ann.' });

    expect(answer.status).toBe(201);
    const task = answer.body.data;
    expect(answer.headers.get('location')).toBe(`/api/v1/tasks/${String(task['id'])}`);
    expect(task).toMatchObject({
      status: 'pending',
      output: null,
      expired: false,
      input: { text: 'Call Ann.', language_in: 'ru', language_out: 'ru' },
      steps: [{ id: 'depersonalize', name: 'depersonalize', depends_on: [], options: { mode: 'blind' } }],
      metadata: [],
      progress: 0,
    });
    const hours =
      (Date.parse(String(task['expires_at'])) - Date.parse(String(task['created_at']))) / 3_600_000;
    expect(hours).toBe(4);
  });

  test.each([
    ['/transcode', { url: URL_OK }, ['fetch', 'transcode']],
    ['/transcribe', { url: URL_OK }, ['fetch', 'transcribe']],
    ['/llm', { input: 'a', prompt: 'b' }, ['llm']],
    ['/pii', { input: 'a', mode: 'reversible' }, ['depersonalize']],
  ])('by %s with its fixed steps', async (path, body, names) => {
    const task = await client.create(path, body);
    expect(task.steps.map(({ name }) => name)).toEqual(names);
  });

  test('by /pii with every option of its step', async () => {
    const options = {
      mode: 'randomize',
      sensitivity: 'high',
      min_score: 0.4,
      entity_types: ['PERSON', 'PHONE'],
      allow_list: ['Medley'],
      deny_list: ['Alpha', { text: 'Beta', type: 'CUSTOM_PROJECT' }],
      patterns: [{ type: 'CUSTOM_TICKET', regex: '[A-Z]{2}-\\d{6}' }],
    };
    const task = await client.create('/pii', { input: 'a', ...options });
    expect(task.steps[0]?.options).toEqual(options);
    const plain = await client.create('/pii', { input: 'a' });
    expect(plain.steps[0]?.options).toEqual({ mode: 'blind' });
  });

  test.each([-0.1, 1.1, 'high'])(
    'not by /pii with the min_score %p, which the error names',
    async (min_score) => {
      const { status, body } = await client.post('/pii', { input: 'a', min_score });
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain('min_score');
    },
  );

  test('by /transcribe with every option of its step', async () => {
    const options = {
      language: 'auto',
      diarization: false,
      min_speakers: 1,
      max_speakers: 3,
      vocabulary: ['Medley'],
      words: true,
      model: 'whisper-1',
    };
    const task = await client.create('/transcribe', { url: URL_OK, ...options });
    expect(task.steps[1]?.options).toEqual(options);
    const plain = await client.create('/transcribe', { url: URL_OK });
    expect(plain.steps[1]?.options).toEqual({ diarization: true });
  });

  test.each<[string, object, string]>([
    ['an invalid language', { language: 'russian' }, 'language'],
    ['max_speakers below min_speakers', { min_speakers: 3, max_speakers: 2 }, 'max_speakers'],
    ['words that is not a boolean', { words: 'yes' }, 'words'],
    ['an empty term', { vocabulary: ['a', ''] }, 'vocabulary[1]'],
  ])('not by /transcribe with %s', async (_title, options, field) => {
    const answer = await client.post('/transcribe', { url: URL_OK, ...options });
    expect(summarize(answer)).toBe(`400 VALIDATION_ERROR ${field}`);
  });

  test('with optional fields sent as null as if they were not sent', async () => {
    const task = await client.create('/transcode', {
      url: URL_OK,
      webhook_url: null,
      ttl: null,
      filename: null,
      metadata: null,
    });
    expect(task).toMatchObject({ webhook_url: null, filename: null, metadata: [] });
  });

  test('and is published to the orchestrator', async () => {
    const received: string[] = [];
    const consumer = await gateway.broker.consume(
      'orchestrator',
      { 'task.submitted': ({ task_id }) => Promise.resolve(void received.push(task_id)) },
      { prefetch: 10 },
    );
    // A new account: after a burst, tasks of an account await its turn and need no message.
    const other = await gateway.newClient();
    const task = await other.create('/pii', { input: 'x' });
    await until(() => received.includes(task.id));
    await consumer.stop();
    expect(received).toContain(task.id);
  });
});

describe('POST /tasks', () => {
  const graph = (steps: unknown[]): Record<string, unknown> => ({ url: URL_OK, input: 'text', steps });

  test.each<[string, Record<string, unknown>, string]>([
    ['nothing', {}, '400 VALIDATION_ERROR url,input,steps,pipeline_id'],
    ['no steps', { input: 'a' }, '400 VALIDATION_ERROR steps,pipeline_id'],
    ['no input', { steps: [{ name: 'depersonalize' }] }, '400 VALIDATION_ERROR url,input'],
    ['empty steps', graph([]), '400 VALIDATION_ERROR steps'],
    ['21 steps', graph(Array.from({ length: 21 }, () => ({ name: 'llm' }))), '400 VALIDATION_ERROR steps'],
    ['an unknown step', graph([{ name: 'nope' }]), '400 VALIDATION_ERROR steps[0].name'],
    ['a step of the prototype', graph([{ name: 'constructor' }]), '400 VALIDATION_ERROR steps[0].name'],
    [
      'an unknown dependency',
      graph([{ name: 'fetch' }, { name: 'transcode', depends_on: ['fetch', 'x'] }]),
      '400 VALIDATION_ERROR steps[1].depends_on[1]',
    ],
    [
      'several issues at once',
      { ...graph([{ name: 'fetch' }, { name: 'transcode', options: { bitrate: 1, x: 1 } }]), ttl: 25 },
      '400 VALIDATION_ERROR ttl,steps[1].options.bitrate,steps[1].options.x',
    ],
    [
      'an invalid field and an invalid graph',
      { ...graph([{ name: 'depersonalize' }, { name: 'transcribe' }]), language_in: 'rus' },
      '400 VALIDATION_ERROR language_in,steps[1]',
    ],
    [
      'an llm step without a prompt',
      graph([{ name: 'llm' }]),
      '400 VALIDATION_ERROR steps[0].options.prompt',
    ],
    [
      'an unknown template',
      { ...graph([{ name: 'llm' }]), template: 'nope' },
      '400 VALIDATION_ERROR template',
    ],
    [
      'two schemas that differ',
      { ...graph([{ name: 'llm' }]), prompt: 'a', responseSchema: { type: 'object' }, response_schema: {} },
      '400 VALIDATION_ERROR response_schema,responseSchema',
    ],
    [
      'an invalid schema',
      { ...graph([{ name: 'llm' }]), prompt: 'a', responseSchema: { type: 'nope' } },
      '400 VALIDATION_ERROR responseSchema',
    ],
    [
      'steps and pipeline_id',
      { ...graph([{ name: 'depersonalize' }]), pipeline_id: '6d65646c-6579-4000-8000-000000000001' },
      '400 VALIDATION_ERROR steps,pipeline_id',
    ],
    ['an invalid pipeline_id', { input: 'a', pipeline_id: '1' }, '400 VALIDATION_ERROR pipeline_id'],
    [
      'an unknown pipeline',
      { input: 'a', pipeline_id: '00000000-0000-0000-0000-000000000000' },
      '404 NOT_FOUND',
    ],
    [
      'a pipeline without its input',
      { input: 'a', pipeline_id: '6d65646c-6579-4000-8000-000000000001' },
      '400 VALIDATION_ERROR steps[0]',
    ],
  ])('refuses %s', async (_title, body, expected) => {
    expect(summarize(await client.post('/tasks', body))).toBe(expected);
  });

  test('runs a system template', async () => {
    const pipeline_id = '6D65646C-6579-4000-8000-000000000005';
    const task = await client.create('/tasks', { url: URL_OK, pipeline_id });
    expect(task.steps.map(({ name }) => name)).toEqual([
      'fetch',
      'transcribe',
      'depersonalize',
      'llm',
      'restore',
    ]);
  });
});
