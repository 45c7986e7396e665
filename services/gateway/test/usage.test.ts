import { startTestGateway, summarize, TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let owner: TestClient;

beforeAll(async () => (gateway = await startTestGateway()));
afterAll(() => gateway.stop());
beforeEach(async () => (owner = await gateway.newClient()));

const today = (): string => gateway.stores.now().toISOString().slice(0, 10);

/** Settles a new task as the orchestrator does. */
async function settled(client = owner): Promise<{ id: string; charged: number }> {
  const { id } = await client.create('/pii', { input: 'x'.repeat(500) });
  const task = await gateway.stores.tasks.find(id);
  if (!task) throw new Error('the task is gone');
  const { account_id, key_id = null } = task;
  const charged = task.cost.reserved;
  const amounts = { charged, media_seconds: 90, characters: 500, tokens: 7 };
  await gateway.stores.accounts.settle([
    {
      ...{ account_id, task_id: id, key_id, reserved: charged, extensions: 0, charged },
      usage: [{ step: 'depersonalize', ...amounts }],
    },
  ]);
  return { id, charged };
}

test('the ledger adds up to the balance, page by page, newest first', async () => {
  await settled();
  await settled();
  const items: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data }: { data: Record<string, unknown> } = (
      await owner.get(`/ledger?limit=2${cursor && `&cursor=${cursor}`}`)
    ).body;
    items.push(...(data['items'] as Record<string, unknown>[]));
    cursor = (data['pagination'] as { next_cursor: string | null }).next_cursor;
  }
  expect(items).toHaveLength(5);
  expect(new Set(items.map(({ id }) => id)).size).toBe(5);
  expect(items.at(-1)).toMatchObject({ kind: 'opening', balance: 1_000 });
  const balance = (await owner.get('/balance')).body.data;
  for (const name of ['balance', 'reserved', 'charged'] as const) {
    expect(items.reduce((sum, item) => sum + Number(item[name]), 0)).toBeCloseTo(Number(balance[name]), 4);
  }
});

test('the ledger of another account is not shown', async () => {
  const { id } = await settled();
  const other = await gateway.newClient();
  expect((await other.get('/ledger')).text).not.toContain(id);
  expect((await other.get('/usage')).body.data['items']).toEqual([]);
});

test.each([
  ['/ledger?cursor=x', 'cursor'],
  ['/ledger?cursor[$gt]=x', 'cursor'],
  ['/ledger?limit=101', 'limit'],
  ['/usage?from=2026-02-30', 'from'],
  ['/usage?from=2025-01-01&to=2026-06-01', 'from'],
  ['/usage?from=2026-02-02&to=2026-02-01', 'from'],
  ['/usage?to=now', 'to'],
  ['/usage?group_by=account', 'group_by'],
])('%s is refused', async (path, field) => {
  expect(summarize(await owner.get(path))).toBe(`400 VALIDATION_ERROR ${field}`);
});

test('the usage of today is there at once, by day, step and key', async () => {
  const { charged } = await settled();
  await settled();
  const made = (await owner.post('/keys')).body.data;
  await settled(new TestClient(gateway.url, { ...owner.identity, key: String(made['secret']) }));
  const amounts = (tasks: number): object => ({
    ...{ tasks, minutes: 1.5 * tasks, characters: 500 * tasks, tokens: 7 * tasks },
    credits: (charged * tasks) / 10_000,
  });
  const read = async (group: string): Promise<Record<string, unknown>> =>
    (await owner.get(`/usage?group_by=${group}`)).body.data;
  const byDay = await read('day');
  expect([byDay['items'], byDay['total']]).toEqual([[{ group: today(), ...amounts(3) }], amounts(3)]);
  expect((await read('step'))['items']).toEqual([{ group: 'depersonalize', ...amounts(3) }]);
  const byKey = (await read('key'))['items'] as { group: string }[];
  expect(byKey.find(({ group }) => group === owner.identity.keyId)).toMatchObject(amounts(2));
  expect(byKey.find(({ group }) => group === made['id'])).toMatchObject(amounts(1));
});
