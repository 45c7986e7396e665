import type { TestClient } from '@medley/testing/gateway';
import { busiestTurn, canMeasureTurns, textOfManyForms } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

/** Two kilobytes that ask for a person of 1,300 written forms in the dative. */
const markers = '[PERSON_1]у '.repeat(150);
const ENOUGH_MS = 50;
/** Of a restore step: 0.05 credits, and for each 1,000 characters what the catalogue says. */
const CREDITS = 10;

let system: TestSystem;
let attacker: TestClient;
let taskId: string;

beforeAll(async () => {
  system = await startTestSystem();
  attacker = await system.newClient({ credits: CREDITS });
  taskId = (await attacker.create('/pii', { input: textOfManyForms(4_000), mode: 'reversible' })).id;
  await system.ended(taskId);
});
afterAll(() => system.stop());

const restore = (client: TestClient, id: string): Promise<{ status: number }> =>
  client.post('/pii/restore', { task_id: id, input: markers });

/** Balance, reserved and charged of an account, in units. */
async function moneyOf(client: TestClient): Promise<{ balance: number; reserved: number; charged: number }> {
  const account = await system.stores.accounts.find(client.identity.accountId);
  if (!account) throw new Error('the account is gone');
  const { balance, reserved, charged } = account;
  return { balance, reserved, charged };
}

(canMeasureTurns ? test : test.skip)(
  'restoring a person with very many written forms does not block the event loop',
  async () => {
    expect((await restore(attacker, taskId)).status).toBe(200);
    const busiest = await busiestTurn(() => restore(attacker, taskId), ENOUGH_MS);
    expect(busiest).toBeLessThan(ENOUGH_MS);
  },
);

test('a restore request is charged at the price of a restore step', async () => {
  const before = await moneyOf(attacker);
  expect((await restore(attacker, taskId)).status).toBe(200);
  const after = await moneyOf(attacker);
  expect(after.charged - before.charged).toBeGreaterThanOrEqual(500);
  expect(after.balance + after.charged).toBe(before.balance + before.charged);
  expect(after.reserved).toBe(0);
});

test('a restore request beyond the balance gets 402', async () => {
  const poor = await system.newClient({ credits: 0.2 });
  const { id } = await poor.create('/pii', { input: 'Звонил Иван Петров.', mode: 'reversible' });
  await system.ended(id);
  const answers = [await restore(poor, id), await restore(poor, id), await restore(poor, id)];
  expect(answers.map(({ status }) => status)).toContain(402);
  const { balance, reserved, charged } = await moneyOf(poor);
  expect(balance).toBeGreaterThanOrEqual(0);
  expect([reserved, balance + charged]).toEqual([0, 2_000]);
});

test('originals are restored in the requested grammatical case', async () => {
  const { body } = await attacker.post('/pii/restore', { task_id: taskId, input: 'Отдать [PERSON_1]у!' });
  expect(body.data).toMatchObject({
    text: expect.stringMatching(/^Отдать Ивану Петрову!$/i) as string,
    restored: 1,
  });
});
