import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestResponse, TestClient } from '@medley/testing/gateway';
import { startHeldSource, type HeldSource } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const CAP = 100;

let directory: string;
let source: HeldSource;
let system: TestSystem;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-tariffs-'));
  const file = join(directory, 'tariffs.json');
  const capped = { requests_per_minute: null, max_unfinished_tasks: CAP, max_pipelines: 10 };
  await writeFile(file, JSON.stringify({ capped }));
  source = await startHeldSource(Buffer.alloc(10));
  system = await startTestSystem({ gateways: 2, env: { TARIFFS_FILE: file } });
});
afterAll(async () => {
  await source.stop();
  await system.stop();
  await rm(directory, { recursive: true });
});

/** The same account at the other gateway. */
const elsewhere = (client: TestClient): TestClient => new TestClient(system.urls[1] ?? '', client.identity);

function statuses(answers: readonly TestResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** `count` concurrent requests, alternately to both gateways. */
function storm(
  client: TestClient,
  count: number,
  request: (at: TestClient) => Promise<TestResponse>,
): Promise<TestResponse[]> {
  const both = [client, elsewhere(client)];
  return Promise.all(Array.from({ length: count }, (_, index) => request(both[index % 2] ?? client)));
}

test('210 parallel creations at two gateways create exactly as many unfinished tasks as the tariff allows', async () => {
  const client = await system.newClient({ tariff: 'capped' });
  const other = await system.newClient({ tariff: 'capped' });
  const create = (at: TestClient): Promise<TestResponse> => at.post('/transcribe', { url: source.url });
  const single = storm(client, 150, create);
  const batch = {
    tasks: Array.from({ length: 30 }, () => ({ url: source.url, steps: [{ name: 'fetch' }] })),
  };
  const batches = storm(client, 2, (at) => at.post('/tasks/batch', batch));
  const small = await other.create('/pii', { input: 'Иван' });
  expect((await system.ended(small.id)).status).toBe('completed');

  const byStatus = statuses(await single);
  const inBatches = (await batches).map(({ body }) => body.data['summary'] as { succeeded: number });
  const made = inBatches.reduce((sum, { succeeded }) => sum + succeeded, byStatus[201] ?? 0);
  expect(made).toBe(CAP);
  expect((byStatus[201] ?? 0) + (byStatus[429] ?? 0)).toBe(150);
  expect(await system.stores.tasks.countUnfinished(client.identity.accountId, 1_000)).toBe(CAP);
});

test('each ended task allows one new task', async () => {
  const client = await system.newClient({ tariff: 'capped' });
  const create = (at: TestClient): Promise<TestResponse> => at.post('/transcribe', { url: source.url });
  const made = (await storm(client, CAP, create)).map(({ body }) => String(body.data['id']));
  await Promise.all(made.slice(0, 7).map((id) => client.post(`/tasks/${id}/cancel`)));
  await Promise.all(made.slice(0, 7).map((id) => system.ended(id)));
  expect(statuses(await storm(client, 20, create))).toEqual({ 201: 7, 429: 13 });
});

test('40 parallel template creations at two gateways store exactly as many as the tariff allows', async () => {
  const client = await system.newClient({ tariff: 'capped' });
  const body = { name: 'p', steps: [{ name: 'fetch' }] };
  const answers = await storm(client, 40, (at) => at.post('/pipelines', body));
  expect(statuses(answers)).toEqual({ 201: 10, 403: 30 });
  const { data } = (await client.get('/pipelines?limit=100')).body;
  const own = (data['items'] as { is_default: boolean }[]).filter((one) => !one.is_default);
  expect(own).toHaveLength(10);
});
