import { randomUUID } from 'node:crypto';
import { deliveryStates, type DeliveryState } from '@medley/contracts';
import {
  endTask,
  startTestGateway,
  summarize,
  type TestClient,
  type TestGateway,
} from '@medley/testing/gateway';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const HOOK = 'https://example.com/hook';
const MISSING_ID = '11111111-1111-4111-8111-111111111111';

interface Listed {
  items: { id: string; task_id: string; status: string }[];
  pagination: { limit: number; next_cursor: string | null };
}

/** An ended task with a delivery; returns the id of the delivery. */
async function deliver(client: TestClient, state: DeliveryState, createdAt: Date): Promise<string> {
  const { id } = await client.create('/pii', { input: 'x', webhook_url: HOOK });
  const delivery = {
    id: randomUUID(),
    event: 'task.completed' as const,
    url: HOOK,
    state,
    created_at: createdAt,
    next_attempt_at: null,
    manual_requested_at: null,
    attempts: [],
    body: { inline: 'the secret body' },
  };
  await endTask(gateway.stores, id, { set: { delivery } });
  return delivery.id;
}

async function list(client: TestClient, query = ''): Promise<Listed> {
  return (await client.get(`/deliveries${query}`)).body.data as unknown as Listed;
}

test('lists the deliveries of all tasks, newest first, without their bodies', async () => {
  const client = await gateway.newClient();
  const older = await deliver(client, 'delivered', new Date('2026-01-01T10:00:00Z'));
  const newer = await deliver(client, 'failed', new Date('2026-01-01T11:00:00Z'));
  await client.create('/pii', { input: 'no webhook' });
  const { items, pagination } = await list(client);
  expect(items.map(({ id }) => id)).toEqual([newer, older]);
  expect(pagination).toEqual({ limit: 20, next_cursor: null });
  expect(JSON.stringify(items)).not.toContain('secret body');
  const [first] = items;
  const ofTask = await client.get(`/tasks/${first?.task_id}/webhooks`);
  expect(ofTask.body.data['items']).toEqual([first]);
});

test('status narrows the list of deliveries', async () => {
  const client = await gateway.newClient();
  for (const state of deliveryStates) await deliver(client, state, new Date('2026-01-01T10:00:00Z'));
  for (const state of deliveryStates) {
    const { items } = await list(client, `?status=${state}`);
    expect(items.map(({ status }) => status)).toEqual([state]);
  }
});

test('bounds of the time narrow the list of deliveries, also from page to page', async () => {
  const client = await gateway.newClient();
  const made: string[] = [];
  for (const hour of ['10', '11', '12', '13'])
    made.push(await deliver(client, 'failed', new Date(`2026-01-01T${hour}:00:00Z`)));
  const range = 'created_after=2026-01-01T11:00:00Z&created_before=2026-01-01T12:00:00Z';
  const [, eleven, twelve] = made;
  expect((await list(client, `?${range}`)).items.map(({ id }) => id)).toEqual([twelve, eleven]);
  const first = await list(client, `?${range}&limit=1`);
  const second = await list(client, `?${range}&limit=1&cursor=${first.pagination.next_cursor}`);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([twelve, eleven]);
  expect(second.pagination.next_cursor).toBeNull();
});

test('cursors visit every delivery once, also those of the same moment', async () => {
  const client = await gateway.newClient();
  const at = new Date('2026-01-01T10:00:00Z');
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    made.push(await deliver(client, count % 2 === 0 ? 'failed' : 'delivered', at));
  }
  const seen: string[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 9; pages += 1) {
    const page = await list(client, `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.pagination.next_cursor;
  }
  expect(seen).toHaveLength(5);
  expect([...seen].sort()).toEqual([...made].sort());
});

test.each([
  ['status=done', 'status'],
  ['created_after=yesterday', 'created_after'],
  ['created_before=2026-02-30T99:00:00Z', 'created_before'],
  ['cursor=', 'cursor'],
  ['cursor=%00%FF', 'cursor'],
  [`cursor=${'A'.repeat(5_000)}`, 'cursor'],
  ['cursor=MTIz', 'cursor'],
  ['cursor[$gt]=1', 'cursor'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
])('the query %.20s is refused by the path of its field', async (query, field) => {
  const client = await gateway.newClient();
  expect(summarize(await client.get(`/deliveries?${query}`))).toBe(`400 VALIDATION_ERROR ${field}`);
});

test('a delivery is read by its id, as the list has it, with any role', async () => {
  const client = await gateway.newClient();
  const id = await deliver(client, 'failed', new Date());
  const { secret } = (await client.post('/keys', { role: 'read' })).body.data as { secret: string };
  const answer = await fetch(`${client.url}/api/v1/deliveries/${id.toUpperCase()}`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(await answer.json()).toMatchObject({ data: (await list(client)).items[0] ?? 'none' });
});

test('a delivery is redelivered by its id alone', async () => {
  const client = await gateway.newClient();
  const id = await deliver(client, 'failed', new Date());
  const answer = await client.post(`/deliveries/${id.toUpperCase()}/redeliver`);
  expect(answer.status).toBe(202);
  expect(answer.body.data).toMatchObject({ id, next_attempt_at: expect.any(String) as string });
});

test('a delivery of another account gets the response of a missing one', async () => {
  const [owner, other] = [await gateway.newClient(), await gateway.newClient()];
  const id = await deliver(owner, 'failed', new Date());
  const [read, none] = [await other.get(`/deliveries/${id}`), await other.get(`/deliveries/${MISSING_ID}`)];
  expect([read.status, read.text]).toEqual([404, none.text]);
  const foreign = await other.post(`/deliveries/${id}/redeliver`);
  const missing = await other.post(`/deliveries/${MISSING_ID}/redeliver`);
  expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  expect((await list(other)).items).toEqual([]);
  expect((await other.post('/deliveries/no-id/redeliver')).status).toBe(404);
});
