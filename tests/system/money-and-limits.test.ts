import type { LedgerEntry } from '@medley/store';
import { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { until } from '@medley/testing';

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({ gateways: 2 });
});
afterAll(() => system.stop());

/** The same account at the other gateway. */
const elsewhere = (client: TestClient): TestClient => new TestClient(system.urls[1] ?? '', client.identity);

const unreachable = 'http://127.0.0.1:1/a.mp3';
/** Requests that end in every way a task can end, or are refused. */
const requests: readonly ((client: TestClient, index: number) => Promise<string | null>)[] = [
  (client, index) => createdId(client, '/pii', { input: 'Иван '.repeat(index + 1), mode: 'reversible' }),
  (client) => createdId(client, '/transcode', { url: unreachable }),
  (client) => createdId(client, '/pii', { input: '' }),
  async (client) => {
    const id = await createdId(client, '/transcribe', { url: unreachable });
    await client.post(`/tasks/${id}/cancel`);
    return id;
  },
  async (client) => {
    const id = await createdId(client, '/pii', { input: 'Иван' });
    await client.send('DELETE', `/tasks/${id}`);
    return id;
  },
  (client) =>
    createdId(client, '/tasks', {
      input: 'Иван',
      url: unreachable,
      steps: [{ name: 'depersonalize' }, { name: 'fetch', depends_on: [] }],
    }),
  (client, index) => createdId(client, '/pii', { input: 'Иван' }, { 'Idempotency-Key': `k${index % 3}` }),
];

async function createdId(
  client: TestClient,
  path: string,
  body: unknown,
  headers?: Record<string, string>,
): Promise<string | null> {
  const answer = await client.post(path, body, headers);
  return answer.status === 201 ? String(answer.body.data['id']) : null;
}

async function ledgerOf(accountId: string): Promise<LedgerEntry[]> {
  const { items, total } = await system.stores.accounts.ledger(accountId, { limit: 1_000, offset: 0 });
  expect(items).toHaveLength(total);
  return items;
}

const sum = (entries: readonly LedgerEntry[], of: 'balance' | 'reserved' | 'charged'): number =>
  entries.reduce((total, entry) => total + entry[of], 0);

test('balances equal the ledger, however tasks end', async () => {
  const client = await system.newClient({ credits: 20 });
  const { accountId } = client.identity;
  const clients = [client, elsewhere(client)];
  const made = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      if (index === 30) await system.stores.accounts.credit(accountId, 50_000);
      const at = clients[index % 2] ?? client;
      return requests[index % requests.length]?.(at, index) ?? null;
    }),
  );
  const ids = new Set(made.filter((id) => id !== null));
  const tasks = await Promise.all([...ids].map((id) => system.ended(id)));

  expect(new Set(tasks.map(({ status }) => status))).toEqual(new Set(['completed', 'failed']));
  const account = await system.stores.accounts.find(accountId);
  if (!account) throw new Error('the account is gone');
  expect(account.reserved).toBe(0);
  expect(account.balance + account.reserved + account.charged).toBe(250_000);
  expect(account.charged).toBe(tasks.reduce((total, task) => total + task.cost.charged, 0));

  const entries = await ledgerOf(accountId);
  expect([sum(entries, 'balance'), sum(entries, 'reserved'), sum(entries, 'charged')]).toEqual([
    account.balance,
    0,
    account.charged,
  ]);
  for (const { id, steps, cost } of tasks) {
    const own = entries.filter((entry) => entry.task_id === id);
    expect(own.map(({ kind }) => kind).sort()).toEqual(['reserve', 'settle']);
    expect([sum(own, 'balance'), sum(own, 'reserved'), sum(own, 'charged')]).toEqual([
      0 - cost.charged,
      0,
      cost.charged,
    ]);
    const isUsed = steps.some((step) => step.status === 'completed');
    expect([id, cost.charged > 0]).toEqual([id, isUsed]);
  }
});

test('two gateways share the limits of a tariff', async () => {
  const client = await system.newClient({ tariff: 'free' });
  const clients = [client, elsewhere(client)];
  const startedAt = system.stores.now().getTime();
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, index) => (clients[index % 2] ?? client).get('/balance')),
  );
  const refilled = Math.ceil((system.stores.now().getTime() - startedAt) / 1_000);

  const granted = answers.filter(({ status }) => status === 200).length;
  expect(granted).toBeGreaterThanOrEqual(60);
  expect(granted).toBeLessThanOrEqual(60 + refilled);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(150 - granted);
});

test('every gateway refuses a key soon after deactivation, and at once after expiry', async () => {
  const client = await system.newClient();
  const expiresAt = new Date(system.stores.now().getTime() + 3_600_000);
  const made = await system.stores.keys.create(client.identity.accountId, expiresAt);
  const expiring = new TestClient(client.url, { ...client.identity, key: made.secret });
  const codeOf = async (one: TestClient): Promise<string> => {
    const answer = await one.get('/balance');
    return answer.status === 200 ? 'ok' : answer.body.error.code;
  };
  const both = [client, elsewhere(client)];
  expect(await Promise.all([...both, expiring].map(codeOf))).toEqual(['ok', 'ok', 'ok']);

  const now = jest.spyOn(system.stores, 'now');
  now.mockReturnValue(new Date(expiresAt.getTime() - 1));
  expect(await codeOf(expiring)).toBe('ok');
  now.mockReturnValue(expiresAt);
  expect(await codeOf(expiring)).toBe('API_KEY_EXPIRED');
  now.mockRestore();

  await system.stores.keys.deactivate(client.identity.keyId);
  await until(async () => (await Promise.all(both.map(codeOf))).every((code) => code === 'API_KEY_INACTIVE'));
});
