import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const type = 'CUSTOM_A';
const faults: [string, object, string][] = [
  ['a pattern that does not compile', { patterns: [{ type, regex: 'ok' }, { type, regex: '(a' }] }, 'patterns[1].regex'],
  ['a backreference', { patterns: [{ type, regex: '(a)\\1' }] }, 'patterns[0].regex'],
  ['lookahead', { patterns: [{ type, regex: '(?=a)' }] }, 'patterns[0].regex'],
  ['a pattern that compiles to too much', { patterns: [{ type, regex: '(?:\\pL{10}){100}' + 'a{1000}'.repeat(9) }] }, 'patterns[0].regex'],
  ['a pattern without a type', { patterns: [{ regex: 'a' }] }, 'patterns[0].type'],
  ['a type of a detector', { patterns: [{ type: 'PERSON', regex: 'a' }] }, 'patterns[0].type'],
  ['a type of small letters', { deny_list: [{ text: 'a', type: 'CUSTOM_a' }] }, 'deny_list[0].type'],
  ['a type of 33 characters', { deny_list: [{ text: 'a', type: `CUSTOM_${'A'.repeat(26)}` }] }, 'deny_list[0].type'],
  ['an unknown field', { deny_list: [{ text: 'a', kind: 'b' }] }, 'deny_list[0].kind'],
  ['a number to deny', { deny_list: ['a', 5] }, 'deny_list[1]'],
  ['an empty text to deny', { deny_list: [''] }, 'deny_list[0]'],
  ['a text to deny of 201 characters', { deny_list: ['я'.repeat(201)] }, 'deny_list[0]'],
  ['501 texts to deny', { deny_list: Array(501).fill('a') }, 'deny_list'],
  ['21 patterns', { patterns: Array(21).fill({ type, regex: 'a' }) }, 'patterns'],
  ['a pattern of 501 characters', { patterns: [{ type, regex: 'a'.repeat(501) }] }, 'patterns[0].regex'],
  ['a pattern that is an array', { patterns: [['a']] }, 'patterns[0]'],
]; // prettier-ignore

describe('own rules are refused by the path of the field', () => {
  test.each(faults)('by /pii with %s', async (_, rules, field) => {
    expect(summarize(await client.post('/pii', { input: 'a', ...rules }))).toBe(
      `400 VALIDATION_ERROR ${field}`,
    );
  });

  test.each([
    ['/tasks', { input: 'a' }],
    ['/pipelines', { name: 'p' }],
  ])('by %s in the options of a step', async (path, body) => {
    const steps = [{ name: 'depersonalize', options: { patterns: [{ type, regex: 'a' }, { type, regex: '[' }] } }];
    const answer = await client.post(path, { ...body, steps });
    expect(summarize(answer)).toBe('400 VALIDATION_ERROR steps[0].options.patterns[1].regex');
    expect(answer.body.error?.message).toContain('missing closing ]');
  }); // prettier-ignore

  test('by /tasks/batch for the entry that has them', async () => {
    const step = (regex: string): object => ({ name: 'depersonalize', options: { patterns: [{ type, regex }] } });
    const tasks = ['a', '(', 'b'].map((regex) => ({ input: 'a', steps: [step(regex)] }));
    const { results } = (await client.post('/tasks/batch', { tasks })).body.data as {
      results: { success: boolean; errors?: { field: string }[] }[];
    };
    expect(results.map(({ success }) => success)).toEqual([true, false, true]);
    expect(results[1]?.errors?.map(({ field }) => field)).toEqual(['steps[0].options.patterns[0].regex']);
  }); // prettier-ignore
});

test('the largest lists that the contract allows are taken', async () => {
  const deny_list = Array.from({ length: 500 }, (_, i) => ({ text: `${i}`.padStart(200, 'я'), type: 'CUSTOM_A' }));
  const patterns = Array.from({ length: 20 }, (_, i) => ({ type, regex: `${i}`.padStart(500, 'a') }));
  const task = await client.create('/pii', { input: 'a', deny_list, patterns });
  expect(task.steps[0]?.options).toEqual({ mode: 'blind', deny_list, patterns });
}); // prettier-ignore
