import { randomBytes, randomUUID } from 'node:crypto';
import { signalTopics } from '@medley/contracts';
import { until } from '@medley/testing';
import { endTask, startTestGateway, summarize, TestClient, type TestGateway } from '@medley/testing/gateway';

const OPERATOR_KEY = randomBytes(32).toString('hex');

let gateway: TestGateway;
let operator: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway({ env: { OPERATOR_KEY } });
  operator = new TestClient(gateway.url, { key: OPERATOR_KEY, keyId: '', accountId: '' });
});
afterAll(() => gateway.stop());

async function itemsOf<T>(client: TestClient, path: string, list = 'items'): Promise<T[]> {
  return (await client.get(path)).body.data[list] as T[];
}

it('GET /steps says that a paused kind is, tasks with it are accepted, and it is free again when resumed', async () => {
  const client = await gateway.newClient();
  const step = async (): Promise<unknown> =>
    (await itemsOf<{ name: string }>(client, '/steps', 'steps')).find(({ name }) => name === 'depersonalize');
  expect(await step()).toMatchObject({ available: true, reason: null });
  const paused = await operator.post('/operator/kinds/depersonalize/pause');
  expect(paused.body.data).toMatchObject({ kind: 'depersonalize', paused_at: expect.any(String) as unknown });
  expect(await step()).toMatchObject({ available: false, reason: 'paused by the operator', workers: 1 });
  await client.create('/pii', { input: 'a' });
  await operator.post('/operator/kinds/depersonalize/resume');
  expect(await step()).toMatchObject({ available: true, reason: null });
  expect(summarize(await operator.post('/operator/kinds/knit/pause'))).toBe('404 NOT_FOUND');
});

it('kinds show what waits, since when, and their workers with the reason of one that cannot work', async () => {
  const client = await gateway.newClient();
  const [before] = await itemsOf<{ waiting: number }>(client, '/tasks');
  expect(before).toBeUndefined();
  const task = await client.create('/llm', { input: 'a', prompt: 'b' });
  gateway.announce('llm', { ready: false, reason: 'no engine' });
  await until(async () => {
    const rows = await itemsOf<{ kind: string; waiting: number; reason: string | null }>(
      operator,
      '/operator/kinds',
    );
    const llm = rows.find(({ kind }) => kind === 'llm');
    return llm?.waiting === 1 && llm.reason === 'no engine';
  });
  const rows = await itemsOf<{ kind: string }>(operator, '/operator/kinds');
  expect(rows.find(({ kind }) => kind === 'llm')).toEqual({
    ...{ kind: 'llm', waiting: 1, running: 0, oldest_waiting_at: task.created_at, queued_messages: 0 },
    ...{ workers: 1, ready_workers: 0, paused_workers: 0, reason: 'no engine', paused_at: null },
  });
  gateway.announce('llm');
});

it('processes show their last report', async () => {
  const report = {
    ...{ service: 'transcoder', instance: `transcoder-${randomUUID()}`, version: '9.9.9' },
    ...{
      started_at: new Date().toISOString(),
      ok: false,
      reasons: { broker: 'no connection' },
      warnings: {},
    },
  };
  gateway.broker.signal('process.reported', signalTopics.processReported, report);
  await until(async () => (await itemsOf(operator, '/operator/processes')).length === 1);
  expect(await itemsOf(operator, '/operator/processes')).toEqual([report]);
});

interface Letter {
  id: string;
  task_id: string | null;
  count: number;
  retry_error: string | null;
}

const letters = (): Promise<Letter[]> => itemsOf<Letter>(operator, '/operator/dead-letters?limit=100');

afterEach(async () => {
  for (const { id } of await letters()) await operator.send('DELETE', `/operator/dead-letters/${id}`);
});

async function record(taskId: string | null): Promise<Letter> {
  await gateway.stores.deadLetters.record({
    ...{ reason: 'delivery_limit', queue: 'steps.depersonalize', message: 'step.run' },
    ...{ task_id: taskId, step_id: taskId && 'depersonalize' },
  });
  const found = (await letters()).find(({ task_id }) => task_id === taskId);
  if (!found) throw new Error('the letter is not listed');
  return found;
}

it('a retried dead letter of a failed task runs it again as a task of its account, once for all its letters', async () => {
  const client = await gateway.newClient();
  const { id } = await client.create('/pii', { input: 'a' });
  await endTask(gateway.stores, id, { status: 'failed' });
  const letter = await record(id);
  expect((await record(id)).count).toBe(letter.count + 1);
  expect(summarize(await operator.post(`/operator/dead-letters/${letter.id}/retry`))).toBe('202');
  await until(async () => (await letters()).every(({ task_id }) => task_id !== id));
  expect((await client.get(`/tasks/${id}`)).body.data['retries']).toHaveLength(1);
});

it('a retry that is refused leaves the letter with the reason, and a dropped letter is gone', async () => {
  const { id } = await record(randomUUID());
  const unreadable = await record(null);
  expect(summarize(await operator.post(`/operator/dead-letters/${unreadable.id}/retry`))).toBe(
    '404 NOT_FOUND',
  );
  expect((await operator.post('/operator/dead-letters/retry')).body.data).toEqual({ retried: 1 });
  const find = async (): Promise<Letter | undefined> => (await letters()).find((letter) => letter.id === id);
  await until(async () => (await find())?.retry_error != null);
  expect((await find())?.retry_error).toBe('TASK_NOT_FOUND: The task does not exist any more.');
  for (const gone of [id, unreadable.id])
    expect(summarize(await operator.send('DELETE', `/operator/dead-letters/${gone}`))).toBe('200');
  expect(summarize(await operator.send('DELETE', `/operator/dead-letters/${id}`))).toBe('404 NOT_FOUND');
  expect(await letters()).toEqual([]);
});

it('dead letters come page by page, newest first', async () => {
  const made: string[] = [];
  for (let count = 0; count < 3; count += 1) made.push((await record(randomUUID())).id);
  const first = (await operator.get('/operator/dead-letters?limit=2')).body.data as {
    items: Letter[];
    pagination: { next_cursor: string };
    total: number;
  };
  const rest = await itemsOf<Letter>(
    operator,
    `/operator/dead-letters?limit=2&cursor=${first.pagination.next_cursor}`,
  );
  expect([...first.items, ...rest].map(({ id }) => id)).toEqual([...made].reverse());
  expect(first.total).toBe(3);
});
