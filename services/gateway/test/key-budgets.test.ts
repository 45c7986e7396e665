import { randomUUID } from 'node:crypto';
import { toUnits } from '@medley/contracts';
import { endTask, startTestGateway, summarize, TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let owner: TestClient;

beforeAll(async () => (gateway = await startTestGateway()));
afterAll(() => gateway.stop());
beforeEach(async () => (owner = await gateway.newClient({ tariff: 'unlimited', credits: 100 })));

interface Budget {
  credits: number;
  period: string;
  spent: number;
  resets_at: string;
}

/** 0.052 credits. */
const input = 'x'.repeat(100);
const PRICE = 0.052;

async function makeKey(budget?: object): Promise<TestClient> {
  const answer = await owner.post('/keys', { name: 'batch', ...(budget && { budget }) });
  if (answer.status !== 201) throw new Error(answer.text);
  const { id, secret } = answer.body.data as { id: string; secret: string };
  return new TestClient(gateway.url, { ...owner.identity, key: secret, keyId: id });
}

async function budgetOf(client: TestClient): Promise<Budget | null> {
  const { items } = (await owner.get('/keys')).body.data as {
    items: { id: string; budget: Budget | null }[];
  };
  return items.find(({ id }) => id === client.identity.keyId)?.budget ?? null;
}

function change({ identity }: TestClient, body: object): ReturnType<TestClient['send']> {
  return owner.send('PATCH', `/keys/${identity.keyId}`, { body });
}

async function settle(id: string, credits: number): Promise<void> {
  const task = await endTask(gateway.stores, id);
  const { account_id, created_at, key_id = null, cost } = task;
  const facts = { account_id, task_id: id, created_at, key_id, reserved: cost.reserved, extensions: 0 };
  await gateway.stores.accounts.settle([{ ...facts, charged: toUnits(credits) }]);
}

test('a key spends no more than its budget, and the refusal names it', async () => {
  const key = await makeKey({ credits: 0.11, period: 'day' });
  await key.create('/pii', { input });
  await key.create('/pii', { input });
  const refused = await key.post('/pii', { input });
  expect(summarize(refused)).toBe('402 INSUFFICIENT_BALANCE');
  const { resets_at = '' } = (await budgetOf(key)) ?? {};
  expect(refused.body.error.message).toBe(
    'The budget of this key is too low for this task: it has 0.11 credits a day, of which 0.104 are spent or reserved; ' +
      `0.052 are needed. It starts again at ${resets_at}.`,
  );
  expect((await key.get('/tasks')).body.data).toMatchObject({ pagination: { total: 2 } });
});

test('the other keys of the account have their own, or none', async () => {
  const [poor, rich, free] = [
    await makeKey({ credits: 0.01, period: 'month' }),
    await makeKey({ credits: 1, period: 'month' }),
    await makeKey(),
  ];
  expect((await poor.post('/pii', { input })).status).toBe(402);
  expect((await rich.post('/pii', { input })).status).toBe(201);
  expect((await free.post('/pii', { input })).status).toBe(201);
  expect((await owner.post('/pii', { input })).status).toBe(201);
  expect(await budgetOf(rich)).toMatchObject({ credits: 1, period: 'month', spent: PRICE });
  expect(await budgetOf(free)).toBeNull();
});

test('concurrent creations succeed only as far as the budget lasts', async () => {
  const key = await makeKey({ credits: PRICE * 5, period: 'day' });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => (index % 4 === 0 ? owner : key).post('/pii', { input })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3 + 5);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(4);
  expect((await budgetOf(key))?.spent).toBe(PRICE * 5);
});

test('what a task has reserved and not used returns to the budget', async () => {
  const key = await makeKey({ credits: PRICE, period: 'day' });
  const task = await key.create('/pii', { input });
  expect((await key.post('/pii', { input })).status).toBe(402);
  await settle(task.id, 0);
  expect((await budgetOf(key))?.spent).toBe(0);
  expect((await key.post('/pii', { input })).status).toBe(201);
});

test('a budget that is set later includes what the key has spent and reserved before', async () => {
  const key = await makeKey();
  await settle((await key.create('/pii', { input })).id, 0.02);
  const pending = await key.create('/pii', { input });
  await owner.create('/pii', { input });
  const { budget } = (await change(key, { budget: { credits: 0.08, period: 'month' } })).body.data as { budget: Budget };
  expect(budget.spent).toBeCloseTo(0.02 + PRICE, 6);
  expect((await key.post('/pii', { input })).status).toBe(402);
  await settle(pending.id, 0.01);
  expect((await budgetOf(key))?.spent).toBeCloseTo(0.03, 6);
}); // prettier-ignore

test('a changed budget keeps what was spent; a removed one refuses nothing', async () => {
  const key = await makeKey({ credits: PRICE, period: 'day' });
  await key.create('/pii', { input });
  await change(key, { budget: { credits: 1, period: 'month' } });
  expect(await budgetOf(key)).toMatchObject({ credits: 1, period: 'month', spent: PRICE });
  await change(key, { budget: { credits: 0.01, period: 'day' } });
  expect((await key.post('/pii', { input })).status).toBe(402);
  await change(key, { name: 'other' });
  expect(await budgetOf(key)).toMatchObject({ credits: 0.01 });
  await change(key, { budget: null });
  expect(await budgetOf(key)).toBeNull();
  expect((await key.post('/pii', { input })).status).toBe(201);
});

test('a task of an earlier period gives nothing back to this one', async () => {
  const key = await makeKey({ credits: 1, period: 'day' });
  await key.create('/pii', { input });
  const { accountId: account_id, keyId: key_id } = key.identity;
  const [task_id, created_at] = [randomUUID(), new Date('2026-01-01T12:00:00Z')];
  await gateway.stores.accounts.reserve(account_id, task_id, { units: 500, unfinishedMax: null });
  await gateway.stores.accounts.settle([
    { account_id, task_id, key_id, created_at, reserved: 500, extensions: 0, charged: 0 },
  ]);
  expect((await budgetOf(key))?.spent).toBe(PRICE);
});

test('the check before creation refuses as the creation would', async () => {
  const key = await makeKey({ credits: 0.01, period: 'day' });
  const body = { input, steps: [{ name: 'depersonalize' }] };
  const [checked, made] = [await key.post('/tasks/validate', body), await key.post('/tasks', body)];
  expect([checked.status, checked.body.error.message]).toEqual([402, made.body.error.message]);
});

test('a batch is granted in its order, as far as the budget lasts', async () => {
  const key = await makeKey({ credits: PRICE * 2, period: 'day' });
  const tasks = Array.from({ length: 4 }, () => ({ input, steps: [{ name: 'depersonalize' }] }));
  const { results } = (await key.post('/tasks/batch', { tasks })).body.data as unknown as { results: { success: boolean }[] };
  expect(results.map(({ success }) => success)).toEqual([true, true, false, false]);
}); // prettier-ignore

test('the period ends at midnight UTC, a month with its last day', async () => {
  const [day, month] = [
    await makeKey({ credits: 1, period: 'day' }),
    await makeKey({ credits: 1, period: 'month' }),
  ];
  expect((await budgetOf(day))?.resets_at).toMatch(/T00:00:00\.000Z$/);
  expect((await budgetOf(month))?.resets_at).toMatch(/-01T00:00:00\.000Z$/);
});

test.each([
  [{ budget: { credits: 0, period: 'day' } }, 'budget.credits'],
  [{ budget: { credits: -1, period: 'day' } }, 'budget.credits'],
  [{ budget: { credits: '5', period: 'day' } }, 'budget.credits'],
  [{ budget: { credits: 2_000_000_000, period: 'day' } }, 'budget.credits'],
  [{ budget: { credits: 5, period: 'week' } }, 'budget.period'],
  [{ budget: { credits: 5 } }, 'budget.period'],
  [{ budget: 'all' }, 'budget'],
])('%j is refused, with its field', async (body, field) => {
  expect(summarize(await owner.post('/keys', body))).toBe(`400 VALIDATION_ERROR ${field}`);
});
