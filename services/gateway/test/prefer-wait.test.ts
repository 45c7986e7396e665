import { signalTopics } from '@medley/contracts';
import {
  endTask,
  startTestGateway,
  type TestResponse,
  type TestClient,
  type TestGateway,
} from '@medley/testing/gateway';
import { type FrozenTimers, freezeTimers, until } from '@medley/testing';

let timers: FrozenTimers;
let gateway: TestGateway;
let client: TestClient;

beforeEach(async () => {
  timers = freezeTimers();
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterEach(async () => {
  timers.thaw();
  await gateway.stop();
});

/** Waits for the only task of the account and returns its id. */
async function onlyTask(): Promise<string> {
  let id: string | undefined;
  await until(async () => {
    const { items } = (await client.get('/tasks')).body.data as { items: { id: string }[] };
    id = items[0]?.id;
    return id !== undefined;
  });
  return id ?? '';
}

const waitFor = (seconds: string): Promise<TestResponse> =>
  client.post('/pii', { input: 'x' }, { Prefer: `wait=${seconds}` });

test('the response is sent as soon as the task has ended', async () => {
  const startedAt = timers.now();
  const answer = waitFor('30');
  const id = await onlyTask();
  const ended = await endTask(gateway.stores, id);
  const seq = ended.events.at(-1)?.seq ?? 0;
  const type = 'task.completed';
  gateway.broker.signal('task.event', signalTopics.taskEvent(id, type), { task_id: id, seq, type });

  const { status, headers, body } = await answer;
  expect([status, body.data['status']]).toEqual([201, 'completed']);
  expect(headers.get('preference-applied')).toBe('wait=30');
  // The clock is frozen, so only the signal can have ended the wait.
  expect(timers.now()).toBe(startedAt);
});

test('a lost signal delays the response by a poll interval', async () => {
  const answer = waitFor('30');
  let isAnswered = false;
  void answer.finally(() => (isAnswered = true));
  await endTask(gateway.stores, await onlyTask(), { status: 'failed' });
  await until(async () => {
    await timers.advance(100);
    return isAnswered;
  });
  expect((await answer).body.data).toMatchObject({ status: 'failed', error: 'SOURCE_REFUSED: no' });
});

test('a task that takes longer is returned as pending when the time is over', async () => {
  const startedAt = timers.now();
  let endedAt: number | null = null;
  const answer = waitFor('7').finally(() => (endedAt = timers.now()));
  await until(async () => {
    await timers.advance(100);
    return endedAt !== null;
  });
  const { status, body } = await answer;
  expect([status, body.data['status']]).toEqual([201, 'pending']);
  expect((endedAt ?? 0) - startedAt).toBeGreaterThanOrEqual(7_000);
});

test.each(['0', '-1', 'x', ''])('wait=%s is ignored', async (seconds) => {
  const { status, headers } = await waitFor(seconds);
  expect([status, headers.get('preference-applied')]).toEqual([201, null]);
});
