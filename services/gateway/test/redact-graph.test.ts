import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const url = 'https://example.com/talk.mp3';
const from = (name: string, ...depends_on: string[]): object => ({ name, depends_on });
const before = [from('fetch'), from('transcribe', 'fetch'), from('depersonalize', 'transcribe')];
/** A transcode stands before the transcript. */
const converted = [
  ...[from('fetch'), from('transcode', 'fetch'), from('transcribe', 'transcode')],
  from('depersonalize', 'transcribe'),
];
const last = (...depends_on: string[]): object => from('redact', ...depends_on);

test.each<[string, object[]]>([
  ['the sound of fetch', [...before, last('depersonalize')]],
  ['the sound that was transcribed', [...converted, last('depersonalize')]],
  [
    'a transcode of what was transcribed',
    [...before, from('transcode', 'fetch'), last('depersonalize', 'transcode')],
  ],
])('redact takes %s', async (_, steps) => {
  const task = await client.create('/tasks', { url, steps });
  expect(task.steps.at(-1)).toMatchObject({ name: 'redact', status: 'waiting' });
});

const again = { id: 'again', name: 'depersonalize', depends_on: ['depersonalize'] };
const other = { id: 'other', name: 'fetch', depends_on: [] };
const alone = [from('fetch'), from('depersonalize'), last('fetch', 'depersonalize')];
test.each<[string, object[], RegExp]>([
  ['no media above it', [from('depersonalize'), last('depersonalize')], /needs media/],
  ['no depersonalize step above it', [from('fetch'), last('fetch')], /needs a depersonalize step/],
  ['a text that no transcribe step gave', alone, /depersonalize must depend on one transcribe step/],
  ['a text that was changed', [...before, again, last('again')], /again must depend on one transcribe step/],
  [
    'a sound of which a part was transcribed',
    [...converted, last('fetch', 'depersonalize')],
    /needs the sound that transcribe transcribes/,
  ],
  ['another sound', [...before, other, last('other', 'depersonalize')], /needs the sound/],
])('redact is refused with %s, in tasks and templates', async (_, steps, message) => {
  const refusal = `400 VALIDATION_ERROR steps[${steps.length - 1}]`;
  const answer = await client.post('/tasks', { url, input: 'Ann', steps });
  expect(summarize(answer)).toBe(refusal);
  expect(answer.body.error?.message).toMatch(message);
  expect(summarize(await client.post('/pipelines', { name: 'p', steps }))).toBe(refusal);
});

test.each<[object, string]>([
  [{ with: 'noise' }, 'with'],
  [{ padding_ms: -1 }, 'padding_ms'],
  [{ padding_ms: 5_001 }, 'padding_ms'],
  [{ padding_ms: 1.5 }, 'padding_ms'],
  [{ padding_ms: '150' }, 'padding_ms'],
  [{ mode: 'blind' }, 'mode'],
])('options %j are refused by their path', async (options, field) => {
  const steps = [...before, { name: 'redact', options }];
  const answer = await client.post('/tasks', { url, steps });
  expect(summarize(answer)).toBe(`400 VALIDATION_ERROR steps[3].options.${field}`);
});

test('a redact step costs as much as a transcode, and text steps cannot follow it', async () => {
  const { steps } = (await client.get('/steps?category=privacy')).body.data as {
    steps: { name: string; input_types: string[]; output_type: string; price: object }[];
  };
  expect(steps.find(({ name }) => name === 'redact')).toMatchObject({
    output_type: 'media',
    price: { fixed: 0.1, per_minute: 0.05, per_1000_characters: 0 },
  });
  const answer = await client.post('/tasks', {
    url,
    steps: [...before, from('redact', 'depersonalize'), { name: 'llm', options: { prompt: 'x' } }],
  });
  expect(summarize(answer)).toBe('400 VALIDATION_ERROR steps[4].depends_on[0]');
});
