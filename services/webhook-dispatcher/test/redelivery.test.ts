import type { DeliveryAttempt } from '@medley/contracts';
import { until } from '@medley/testing';
import { startDispatcherHarness, type DispatcherHarness } from './dispatcher-harness';
import { answerWith, startReceiver, type Answer, type Receiver } from './receiver';

let harness: DispatcherHarness;
const receivers: Receiver[] = [];

beforeAll(async () => {
  harness = await startDispatcherHarness();
  await harness.start({ WEBHOOK_RETRY_DELAYS_S: '0.3,0.3,0.3' });
});

afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.stop())));
afterAll(() => harness.close());

async function receive(answer: Answer): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

async function attemptsOf(taskId: string, count: number, of = harness): Promise<DeliveryAttempt[]> {
  await until(async () => {
    const { attempts } = await of.delivery(taskId);
    return attempts.length >= count && attempts.every((one) => one.ended_at !== null);
  });
  return (await of.delivery(taskId)).attempts;
}

function openSince(msAgo: number, attempt = 1): DeliveryAttempt {
  return {
    attempt,
    trigger: 'scheduled',
    started_at: new Date(Date.now() - msAgo),
    ended_at: null,
    status_code: null,
    response_time_ms: null,
    error: null,
  };
}

test('a failed delivery can be redelivered manually, and a success makes it delivered', async () => {
  const { url, received } = await receive(answerWith(500, 500, 500, 500, 200));
  const task = await harness.finish(url);
  await harness.settled(task.id);

  expect(await harness.stores.tasks.request(task.id, 'redeliver', harness.stores.now())).toBe(true);

  const attempts = await attemptsOf(task.id, 5);
  expect(attempts[4]).toMatchObject({ attempt: 5, trigger: 'manual', status_code: 200, error: null });
  expect(await harness.delivery(task.id)).toMatchObject({ state: 'delivered', next_attempt_at: null });
  expect(new Set(received.map((one) => one.headers['x-service-delivery'])).size).toBe(1);
});

test('a redelivery that fails takes nothing back from a delivered webhook', async () => {
  const { url } = await receive(answerWith(200, 500));
  const task = await harness.finish(url);
  await harness.settled(task.id);

  await harness.stores.tasks.request(task.id, 'redeliver', harness.stores.now());

  expect((await attemptsOf(task.id, 2))[1]).toMatchObject({ trigger: 'manual', error: 'status 500' });
  expect(await harness.delivery(task.id)).toMatchObject({ state: 'delivered', next_attempt_at: null });
});

test('the sixtieth manual redelivery leaves fifty attempts in the history, and the receiver gets its number', async () => {
  const { url, received } = await receive(answerWith(200));
  const manual = (attempt: number): DeliveryAttempt => {
    return { ...openSince(1_000, attempt), trigger: 'manual', ended_at: new Date(), error: 'status 500' };
  };
  const kept = Array.from({ length: 50 }, (_, index) => manual(index + 10));
  const delivery = { state: 'failed' as const, next_attempt_at: null, attempts: kept, attempts_total: 59 };
  const task = await harness.finish(url, { delivery });

  await harness.stores.tasks.request(task.id, 'redeliver', harness.stores.now());
  await until(async () => (await harness.delivery(task.id)).state === 'delivered');

  const { attempts, attempts_total } = await harness.delivery(task.id);
  expect([attempts.length, attempts[0]?.attempt, attempts.at(-1)?.attempt]).toEqual([50, 11, 60]);
  expect([attempts_total, received[0]?.headers['x-service-attempt']]).toEqual([60, '60']);
});

test('a redelivery between retries takes none of them', async () => {
  const { url } = await receive(answerWith(500));
  // The clock of the deliveries jumps over the delays, so that it is the test that decides what comes between.
  let skippedMs = 0;
  const own = await startDispatcherHarness(() => new Date(Date.now() + skippedMs));
  try {
    await own.start({ WEBHOOK_RETRY_DELAYS_S: '600,600,600' });
    const task = await own.finish(url);
    await attemptsOf(task.id, 1, own);

    await own.stores.tasks.request(task.id, 'redeliver', own.stores.now());

    for (let made = 2; made < 5; made += 1) {
      await attemptsOf(task.id, made, own);
      skippedMs += 600_000;
    }
    const attempts = await attemptsOf(task.id, 5, own);
    expect(attempts.filter((one) => one.trigger === 'scheduled')).toHaveLength(4);
    expect(attempts.filter((one) => one.trigger === 'manual')).toHaveLength(1);
    expect(attempts[1]?.trigger).toBe('manual');
    expect((await own.settled(task.id)).state).toBe('failed');
  } finally {
    await own.close();
  }
});

test('a redelivery requested while an attempt is in flight follows it', async () => {
  let answer: (() => void) | undefined;
  const { url, received } = await receive((response, _, index) => {
    if (index === 0) answer = () => response.writeHead(200).end();
    else response.writeHead(200).end();
  });
  const task = await harness.finish(url);
  await until(() => received.length === 1);

  await harness.stores.tasks.request(task.id, 'redeliver', harness.stores.now());
  answer?.();

  expect((await attemptsOf(task.id, 2)).map((one) => one.trigger)).toEqual(['scheduled', 'manual']);
});

test('a purged task is not sent again', async () => {
  const { url, received } = await receive(answerWith(200));
  const task = await harness.finish(url, { task: { ttl: 0 } });
  await harness.settled(task.id);

  await harness.stores.tasks.request(task.id, 'redeliver', harness.stores.now());

  await until(async () => (await harness.delivery(task.id)).manual_requested_at === null);
  expect(await harness.delivery(task.id)).toMatchObject({ state: 'delivered', next_attempt_at: null });
  expect(received).toHaveLength(1);
});

test('an attempt whose dispatcher crashed counts as one, and the next follows after its delay', async () => {
  const { url, received } = await receive(answerWith(200));

  const task = await harness.finish(url, {
    delivery: { next_attempt_at: null, attempts: [openSince(16_000)] },
  });

  const delivery = await harness.settled(task.id);
  expect(delivery.state).toBe('delivered');
  expect(delivery.attempts.map((one) => [one.status_code, one.error])).toEqual([
    [null, 'dispatcher lost'],
    [200, null],
  ]);
  expect(received[0]?.headers['x-service-attempt']).toBe('2');
});

test('after a fourth attempt that was lost no further request is made', async () => {
  const { url, received } = await receive(answerWith(200));
  const before = [1, 2, 3].map((attempt) => ({
    ...openSince(60_000, attempt),
    ended_at: new Date(),
    error: 'timeout',
  }));

  const task = await harness.finish(url, {
    delivery: { next_attempt_at: null, attempts: [...before, openSince(16_000, 4)] },
  });

  expect(await harness.settled(task.id)).toMatchObject({ state: 'failed', next_attempt_at: null });
  expect(received).toHaveLength(0);
});

test('an attempt that may still be in flight elsewhere is left unchanged', async () => {
  const { url, received } = await receive(answerWith(200));
  const open = await harness.finish(url, {
    delivery: { next_attempt_at: null, attempts: [openSince(5_000)] },
  });
  const other = await harness.finish(url);

  await harness.settled(other.id);

  expect((await harness.delivery(open.id)).attempts).toEqual([expect.objectContaining({ ended_at: null })]);
  expect(received).toHaveLength(1);
});
