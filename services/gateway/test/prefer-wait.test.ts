import { signalTopics } from '@medley/contracts';
import { endTask } from './end-task';
import { startTestGateway, type TestGateway } from './start-test-gateway';
import type { TestAnswer, TestClient } from './test-client';
import { until } from '../../../tests/support/until';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
}, 60_000);
beforeEach(async () => {
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

/** The id of the account's only task, as soon as it is there. */
async function onlyTask(): Promise<string> {
  let id: string | undefined;
  await until(async () => {
    const { items } = (await client.get('/tasks')).body.data as { items: { id: string }[] };
    id = items[0]?.id;
    return id !== undefined;
  });
  return id ?? '';
}

const waitFor = (seconds: string): Promise<TestAnswer> =>
  client.post('/pii', { input: 'x' }, { Prefer: `wait=${seconds}` });

test('the answer comes as soon as the task has ended', async () => {
  const started = performance.now();
  const answer = waitFor('30');
  const id = await onlyTask();
  const ended = await endTask(gateway.stores, id);
  const seq = ended.events.at(-1)?.seq ?? 0;
  const type = 'task.completed';
  gateway.broker.signal('task.event', signalTopics.taskEvent(id, type), { task_id: id, seq, type });

  const { status, headers, body } = await answer;
  expect([status, body.data['status']]).toEqual([201, 'completed']);
  expect(headers.get('preference-applied')).toBe('wait=30');
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('a lost signal delays the answer a little', async () => {
  const answer = waitFor('30');
  await endTask(gateway.stores, await onlyTask(), { status: 'failed' });
  expect((await answer).body.data).toMatchObject({ status: 'failed', error: 'SOURCE_REFUSED: no' });
});

test('a task that takes longer is answered as pending when the time is over', async () => {
  const started = performance.now();
  const { status, body } = await waitFor('1');
  expect([status, body.data['status']]).toEqual([201, 'pending']);
  expect(performance.now() - started).toBeGreaterThanOrEqual(1_000);
});

test.each(['0', '-1', 'x', ''])('wait=%s is no wish', async (seconds) => {
  const { status, headers } = await waitFor(seconds);
  expect([status, headers.get('preference-applied')]).toEqual([201, null]);
});
