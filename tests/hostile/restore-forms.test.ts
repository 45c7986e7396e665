import type { TestClient } from '../../services/gateway/test/test-client';
import { busiestTurn, canMeasureTurns } from '../support/busiest-turn';
import { textOfManyForms } from '../support/many-forms';
import { startTestSystem, type TestSystem } from '../support/test-system';

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
}, 60_000);
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
  'putting back a person of very many written forms takes no turn of the event loop for itself',
  async () => {
    expect((await restore(attacker, taskId)).status).toBe(200);
    const busiest = await busiestTurn(() => restore(attacker, taskId), ENOUGH_MS);
    expect(busiest).toBeLessThan(ENOUGH_MS);
  },
  60_000,
);

test('what is put back is charged at the price of a restore step, and the money adds up', async () => {
  const before = await moneyOf(attacker);
  expect((await restore(attacker, taskId)).status).toBe(200);
  const after = await moneyOf(attacker);
  expect(after.charged - before.charged).toBeGreaterThanOrEqual(500);
  expect(after.balance + after.charged).toBe(before.balance + before.charged);
  expect(after.reserved).toBe(0);
});

test('who cannot pay gets 402 and no work', async () => {
  const poor = await system.newClient({ credits: 0.2 });
  const { id } = await poor.create('/pii', { input: 'Звонил Иван Петров.', mode: 'reversible' });
  await system.ended(id);
  const answers = [await restore(poor, id), await restore(poor, id), await restore(poor, id)];
  expect(answers.map(({ status }) => status)).toContain(402);
  const { balance, reserved, charged } = await moneyOf(poor);
  expect(balance).toBeGreaterThanOrEqual(0);
  expect([reserved, balance + charged]).toEqual([0, 2_000]);
});

test('the originals come back in the case that is asked for', async () => {
  const { body } = await attacker.post('/pii/restore', { task_id: taskId, input: 'Отдать [PERSON_1]у!' });
  expect(body.data).toMatchObject({
    text: expect.stringMatching(/^Отдать [Ии]вану [Пп]етрову!$/i) as string,
    restored: 1,
  });
});
