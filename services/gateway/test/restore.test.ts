import { priceOfStep, stepCatalogue } from '@medley/contracts';
import { depersonalize } from '@medley/depersonalize';
import { deriveKey, seal } from '@medley/kit';
import {
  endTask,
  MASTER_KEY,
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

const TEXT = 'Write to ann@example.com or bob@example.com.';

/** A completed reversible depersonalization and its text with markers. */
async function depersonalized(set = {}, stored?: string): Promise<{ id: string; text: string }> {
  const { id } = await client.create('/pii', { input: TEXT, mode: 'reversible' });
  const { text, mapping = '' } = depersonalize(TEXT, { mode: 'reversible', language: 'en' });
  const sealed = seal(deriveKey(MASTER_KEY, 'pii-mapping'), stored ?? mapping, id);
  await endTask(gateway.stores, id, { steps: { depersonalize: { mapping: { inline: sealed } } }, set });
  return { id, text };
}

test('originals replace their markers in any text', async () => {
  const { id, text } = await depersonalized();
  expect(text).not.toContain('ann@example.com');
  const all = await client.post('/pii/restore', { task_id: id, input: text });
  expect([all.status, all.body.data]).toEqual([200, { text: TEXT, restored: 2, missing: [] }]);

  const moved = await client.post('/pii/restore', { task_id: id.toUpperCase(), input: 'Ask [EMAIL_2]!' });
  expect(moved.body.data).toEqual({ text: 'Ask bob@example.com!', restored: 1, missing: ['EMAIL_1'] });
});

test('a restore is charged like a restore step, one that fails is not', async () => {
  const { accountId } = client.identity;
  const money = async (): Promise<number[]> => {
    const account = await gateway.stores.accounts.find(accountId);
    return [account?.balance ?? NaN, account?.reserved ?? NaN, account?.charged ?? NaN];
  };
  const price = priceOfStep(stepCatalogue.restore.price, { characters: TEXT.length });
  const good = await depersonalized();
  const broken = await depersonalized({}, 'no mapping');
  const [balance = 0, reserved = 0, charged = 0] = await money();
  const answer = await client.post('/pii/restore', { task_id: good.id, input: TEXT });
  expect(summarize(answer)).toBe('200');
  expect(await money()).toEqual([balance - price, reserved, charged + price]);
  const failed = await client.post('/pii/restore', { task_id: broken.id, input: TEXT });
  expect(summarize(failed)).toBe('500 INTERNAL_ERROR');
  expect(await money()).toEqual([balance - price, reserved, charged + price]);
});

test('too low a balance is 402', async () => {
  const poor = await gateway.newClient({ credits: 0.01 });
  const { id } = await depersonalized({ account_id: poor.identity.accountId });
  const answer = await poor.post('/pii/restore', { task_id: id, input: TEXT });
  expect(summarize(answer)).toBe('402 INSUFFICIENT_BALANCE');
});

test('the mapping is never part of a response', async () => {
  const { id } = await depersonalized();
  expect((await client.get(`/tasks/${id}`)).text).not.toMatch(/mapping/);
});

test('an expired task has no mapping', async () => {
  const { id, text } = await depersonalized({ expires_at: new Date(0) });
  const answer = await client.post('/pii/restore', { task_id: id, input: text });
  expect(summarize(answer)).toBe('410 MAPPING_EXPIRED');
});

test.each<[string, () => unknown, string]>([
  ['nothing', () => ({}), '400 VALIDATION_ERROR task_id,input'],
  ['an invalid id', () => ({ task_id: '1', input: 'x' }), '400 VALIDATION_ERROR task_id'],
  ['an unknown task', () => ({ task_id: crypto.randomUUID(), input: 'x' }), '404 TASK_NOT_FOUND'],
  [
    'a task that is not reversible',
    async () => ({ task_id: (await client.create('/pii', { input: 'x' })).id, input: 'x' }),
    '400 VALIDATION_ERROR task_id',
  ],
])('%s has its own code', async (_title, body, expected) => {
  expect(summarize(await client.post('/pii/restore', await body()))).toBe(expected);
});
