import {
  endTask,
  startTestGateway,
  summarize,
  type TestClient,
  type TestGateway,
} from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const url = 'https://example.com/a.mp3';
const steps = [
  { name: 'fetch' },
  { name: 'transcribe' },
  { name: 'depersonalize', options: { mode: 'blind' } },
];
const segment = { id: 0, start: 0, end: 2, text: 'I am Ann.', speaker: null };
const transcript = { text: 'I am Ann.', language: 'en', duration: 2, segments: [segment], speakers: [] };
const redacted = {
  text: 'I am [PERSON].',
  mode: 'blind',
  entities: [{ type: 'PERSON', start: 5, end: 8, replacement: '[PERSON]' }],
  transcript: { ...transcript, text: undefined, segments: [{ ...segment, text: 'I am [PERSON].' }] },
};

/** Create a task and end it with outputs in the database, as an orchestrator without `outputs` would leave them. */
async function ended(body: object): Promise<string> {
  const { id } = await client.create('/tasks', { url, ...body });
  await endTask(gateway.stores, id, {
    steps: {
      fetch: { output: { inline: '{"content_type":"audio/mpeg","size":1,"duration":2}' } },
      transcribe: { output: { inline: JSON.stringify(transcript) } },
      depersonalize: { output: { inline: JSON.stringify(redacted) } },
    },
  });
  return id;
}

test('an answer has only the outputs that the task gives out', async () => {
  const id = await ended({ steps, outputs: ['depersonalize'] });
  const { data } = (await client.get(`/tasks/${id}`)).body;
  expect(data).toMatchObject({
    outputs: ['depersonalize'],
    output: { depersonalize: { text: redacted.text } },
  });
  expect(Object.keys(data.output as object)).toEqual(['depersonalize']);
});

test('a listing has only these, and counts only their bytes', async () => {
  const own = await gateway.newClient();
  const created = await own.create('/tasks', { url, steps, outputs: ['depersonalize'] });
  await endTask(gateway.stores, created.id, {
    steps: { transcribe: { output: { inline: JSON.stringify(transcript) } } },
  });
  const { items } = (await own.get('/tasks?include=output')).body.data as { items: object[] };
  expect(items).toMatchObject([{ id: created.id, outputs: ['depersonalize'], output: null }]);
});

test('without `outputs` a task gives out all', async () => {
  const id = await ended({ steps });
  const { data } = (await client.get(`/tasks/${id}`)).body;
  expect(data.outputs).toBeNull();
  expect(Object.keys(data.output as object)).toEqual(['fetch', 'transcribe', 'depersonalize']);
});

test.each([
  ['unknown', ['fetch', 'other'], 'outputs[1]'],
  ['empty', [], 'outputs'],
  ['repeated', ['fetch', 'fetch'], 'outputs[1]'],
  ['too long', Array.from({ length: 21 }, (_, index) => `s${index}`), 'outputs'],
  ['no list', 'fetch', 'outputs'],
])('%s ids in `outputs` are refused', async (_, outputs, field) => {
  const answer = await client.post('/tasks', { url, steps, outputs });
  expect(summarize(answer)).toBe(`400 VALIDATION_ERROR ${field}`);
});

test('a template passes its `outputs` on, and a request replaces them', async () => {
  const created = await client.post('/pipelines', { name: 'p', steps, outputs: ['depersonalize'] });
  expect(created.body.data).toMatchObject({ outputs: ['depersonalize'] });
  const pipeline_id = created.body.data.id as string;
  expect(await client.create('/tasks', { url, pipeline_id })).toMatchObject({ outputs: ['depersonalize'] });
  const replaced = await client.create('/tasks', { url, pipeline_id, outputs: ['fetch'] });
  expect(replaced).toMatchObject({ outputs: ['fetch'] });
  const wrong = await client.post('/pipelines', { name: 'p', steps, outputs: ['llm'] });
  expect(summarize(wrong)).toBe('400 VALIDATION_ERROR outputs[0]');
});

test.each([
  ['private-transcript', ['depersonalize']],
  ['private-minutes', ['depersonalize', 'restore']],
  ['redacted-audio', ['depersonalize', 'redact']],
])('the template %s gives out only its private results', async (name, outputs) => {
  const { items } = (await client.get('/pipelines?limit=100')).body.data as { items: { name: string }[] };
  expect(items.find((one) => one.name === name)).toMatchObject({ outputs });
});

describe('the transcript', () => {
  test('of a task that hides it is the depersonalized one, in each format', async () => {
    const id = await ended({ steps, outputs: ['depersonalize'] });
    const read = async (format: string) =>
      (await client.get(`/tasks/${id}/transcript?format=${format}`)).text;
    expect(await read('txt')).toBe('I am [PERSON].\n');
    expect(await read('srt')).toBe('1\n00:00:00,000 --> 00:00:02,000\nI am [PERSON].\n');
    expect(await read('vtt')).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nI am [PERSON].\n');
    expect(JSON.parse(await read('json'))).toMatchObject({
      success: true,
      data: { text: 'I am [PERSON].', language: 'en', segments: [{ text: 'I am [PERSON].' }] },
    });
  });

  test('is redacted on request', async () => {
    const id = await ended({ steps });
    expect((await client.get(`/tasks/${id}/transcript`)).text).toBe('I am Ann.\n');
    expect((await client.get(`/tasks/${id}/transcript?redacted=true`)).text).toBe('I am [PERSON].\n');
  });

  test('is refused where neither is given out, or the hidden one is requested', async () => {
    const neither = await ended({ steps, outputs: ['fetch'] });
    expect(summarize(await client.get(`/tasks/${neither}/transcript`))).toBe('403 OUTPUT_HIDDEN');
    const hidden = await ended({ steps, outputs: ['depersonalize'] });
    const raw = await client.get(`/tasks/${hidden}/transcript?redacted=false`);
    expect(summarize(raw)).toBe('403 OUTPUT_HIDDEN');
    const only = await ended({ steps, outputs: ['transcribe'] });
    const other = await client.get(`/tasks/${only}/transcript?redacted=true`);
    expect(summarize(other)).toBe('403 OUTPUT_HIDDEN');
  });

  test('cannot be redacted without a depersonalize step directly below', async () => {
    const { id } = await client.create('/transcribe', { url });
    const output = { inline: JSON.stringify(transcript) };
    await endTask(gateway.stores, id, { steps: { transcribe: { output } } });
    expect(summarize(await client.get(`/tasks/${id}/transcript?redacted=true`))).toBe('404 NOT_FOUND');
  });

  test('of a failed task is missing, and the answer says why', async () => {
    const { id } = await client.create('/transcribe', { url });
    const error = {
      code: 'MEDIA_DAMAGED',
      message: 'no frame',
      step: 'fetch',
      retryable: false,
      attempts: 1,
    };
    await endTask(gateway.stores, id, { set: { status: 'failed', error } });
    const answer = await client.get(`/tasks/${id}/transcript`);
    expect(summarize(answer)).toBe('404 NOT_FOUND');
    expect(answer.body.error?.message).toContain('MEDIA_DAMAGED: no frame');
  });
});
