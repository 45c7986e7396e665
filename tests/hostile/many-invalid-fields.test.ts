import { summarize, type TestResponse, type TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const ISSUES_MAX = 50;
const BATCH_MAX = 30;
let system: TestSystem;
let attacker: TestClient;
let neighbour: TestClient;

beforeAll(async () => {
  system = await startTestSystem();
  attacker = await system.newClient({ tariff: 'free' });
  neighbour = await system.newClient({ credits: 1_000_000 });
});
afterEach(async () => {
  const task = await neighbour.create('/pii', { input: 'Иван' });
  expect((await system.ended(task.id)).status).toBe('completed');
});
afterAll(() => system.stop());

interface Entry {
  success: boolean;
  errors?: { field: string; message: string }[];
}
const entriesOf = (answer: TestResponse): Entry[] => answer.body.data['results'] as Entry[];
const zeros = (count: number): string => `[${'0,'.repeat(count - 1)}0]`;

/** Characters that are given to `JSON.parse` while `act` runs, in texts of more than 10,000. */
async function parsedWhile(act: () => Promise<unknown>): Promise<number> {
  const spy = jest.spyOn(JSON, 'parse');
  try {
    await act();
    const lengths = spy.mock.calls.map(([text]) => text.length);
    return lengths.filter((length) => length > 10_000).reduce((sum, length) => sum + length, 0);
  } finally {
    spy.mockRestore();
  }
}

test.each([
  ['75,000 entity types', '/pii', `{"input":"x","entity_types":${zeros(75_000)}}`],
  ['1,000,000 numbers in an unknown field', '/pii', `{"input":"x","y":${zeros(1_000_000)}}`],
  ['a batch of 8,000,000 zeros', '/tasks/batch', `{"tasks":${zeros(8_000_000)}}`],
  [
    'a batch with too many array elements in all',
    '/tasks/batch',
    `{"tasks":[${Array.from({ length: 50 }, () => zeros(20_000)).join()}]}`,
  ],
])('%s are refused without being parsed', async (_title, path, body) => {
  const parsed = await parsedWhile(async () => {
    expect(summarize(await attacker.post(path, body))).toBe('400 VALIDATION_ERROR body');
  });
  expect(parsed).toBe(0);
});

test('a list that is too long is reported as one error, however many items are invalid', async () => {
  const lists = { entity_types: Array.from({ length: 19_000 }, () => 'x'), metadata: Array(19_000).fill(0) };
  const answer = await attacker.post('/pii', { input: 'x', ...lists });
  expect(summarize(answer)).toBe('400 VALIDATION_ERROR metadata,entity_types');
  const options = { allow_list: lists.entity_types, vocabulary: lists.entity_types };
  const task = await attacker.post('/tasks', { input: 'x', steps: [{ name: 'depersonalize', options }] });
  expect(summarize(task)).toBe(
    '400 VALIDATION_ERROR steps[0].options.allow_list,steps[0].options.vocabulary',
  );
});

test('at most 50 errors are reported, with a note that there are more', async () => {
  const step = { name: 'depersonalize', options: { allow_list: Array(1_000).fill(0) } };
  const answer = await attacker.post('/tasks', { input: 'x', steps: Array(20).fill(step) });
  expect(answer.body.errors).toHaveLength(ISSUES_MAX);
  expect(answer.body.error.message).toContain('(and 50 or more others; the first 50 are listed)');
});

test('unknown options neither exceed the error limit nor lengthen the response', async () => {
  const options = Object.fromEntries(Array.from({ length: 19_000 }, (_, index) => [`o${index}`, 1]));
  const many = await attacker.post('/tasks', { input: 'x', steps: [{ name: 'llm', options }] });
  expect(many.body.errors).toHaveLength(ISSUES_MAX);
  const long = await attacker.post('/tasks', {
    input: 'x',
    steps: [{ name: 'llm', options: { ['o'.repeat(1_000_000)]: 1 } }],
  });
  expect([long.status, long.text.length < 2_000]).toEqual([400, true]);
});

test('a batch of invalid lists is answered with one error for each entry', async () => {
  const item = {
    input: 'x',
    steps: [{ name: 'depersonalize', options: { entity_types: Array(20_000).fill('x') } }],
  };
  const answer = await attacker.post('/tasks/batch', { tasks: Array(BATCH_MAX).fill(item) });
  expect(entriesOf(answer).map(({ errors }) => errors?.length)).toEqual(Array(BATCH_MAX).fill(1));
});

test('a batch of 30 tasks of the largest allowed size is accepted', async () => {
  const allowList = Array.from({ length: 1_000 }, (_, index) => `n${index}`);
  const steps = Array.from({ length: 20 }, (_, index) => ({
    id: `s${index}`,
    name: 'depersonalize',
    depends_on: Array.from({ length: index }, (_unused, before) => `s${before}`),
    options: { mode: 'blind', allow_list: allowList },
  }));
  const metadata = Array.from({ length: 50 }, (_, index) => ({ key: `k${index}`, value: 'v' }));
  const answer = await neighbour.post('/tasks/batch', {
    tasks: Array.from({ length: BATCH_MAX }, () => ({ input: 'Иван', steps, metadata })),
  });
  expect(answer.body.data['summary']).toEqual({ total: BATCH_MAX, succeeded: BATCH_MAX, failed: 0 });
  const ids = (answer.body.data['results'] as { data: { id: string } }[]).map(({ data }) => data.id);
  await Promise.all(ids.map((id) => neighbour.send('DELETE', `/tasks/${id}`)));
});
