import { depersonalize } from '@medley/depersonalize';
import { deriveKey, seal } from '@medley/kit';
import { endTask } from './end-task';
import { MASTER_KEY, startTestGateway, type TestGateway } from './start-test-gateway';
import { summarize, type TestClient } from './test-client';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
}, 60_000);
afterAll(() => gateway.stop());

const TEXT = 'Write to ann@example.com or bob@example.com.';

/** A reversible task that has ended, and its text with markers. */
async function depersonalized(set = {}): Promise<{ id: string; text: string }> {
  const { id } = await client.create('/pii', { input: TEXT, mode: 'reversible' });
  const { text, mapping = '' } = depersonalize(TEXT, { mode: 'reversible', language: 'en' });
  const sealed = seal(deriveKey(MASTER_KEY, 'pii-mapping'), mapping, id);
  await endTask(gateway.stores, id, { steps: { depersonalize: { mapping: { inline: sealed } } }, set });
  return { id, text };
}

test('originals come back wherever their markers went', async () => {
  const { id, text } = await depersonalized();
  expect(text).not.toContain('ann@example.com');
  const all = await client.post('/pii/restore', { task_id: id, input: text });
  expect([all.status, all.body.data]).toEqual([200, { text: TEXT, restored: 2, missing: [] }]);

  const moved = await client.post('/pii/restore', { task_id: id.toUpperCase(), input: 'Ask [EMAIL_2]!' });
  expect(moved.body.data).toEqual({ text: 'Ask bob@example.com!', restored: 1, missing: ['EMAIL_1'] });
});

test('the task never shows the mapping', async () => {
  const { id } = await depersonalized();
  expect((await client.get(`/tasks/${id}`)).text).not.toMatch(/mapping/);
});

test('when the time of the task has passed the mapping is gone', async () => {
  const { id, text } = await depersonalized({ expires_at: new Date(0) });
  const answer = await client.post('/pii/restore', { task_id: id, input: text });
  expect(summarize(answer)).toBe('410 MAPPING_EXPIRED');
});

test.each<[string, () => Promise<unknown> | unknown, string]>([
  ['nothing', () => ({}), '400 VALIDATION_ERROR task_id,input'],
  ['an id that is none', () => ({ task_id: '1', input: 'x' }), '400 VALIDATION_ERROR task_id'],
  ['an unknown task', () => ({ task_id: crypto.randomUUID(), input: 'x' }), '404 TASK_NOT_FOUND'],
  [
    'a task that is not reversible',
    async () => ({ task_id: (await client.create('/pii', { input: 'x' })).id, input: 'x' }),
    '400 VALIDATION_ERROR task_id',
  ],
])('%s has its code', async (_title, body, expected) => {
  expect(summarize(await client.post('/pii/restore', await body()))).toBe(expected);
});
