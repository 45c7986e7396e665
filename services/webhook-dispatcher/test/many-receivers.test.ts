import { until, withFrozenTimers } from '@medley/testing';
import { startDispatcherHarness, type DispatcherHarness } from './dispatcher-harness';
import { pollByHand } from './poll-by-hand';
import { answerWith, startReceiver, type Answer, type Receiver } from './receiver';

const POLL_MS = 25;
let harness: DispatcherHarness;
const receivers: Receiver[] = [];

beforeEach(async () => {
  harness = await startDispatcherHarness();
});

afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  await harness.close();
});

async function receive(answer: Answer): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

const silent: Answer = () => undefined;

/** Whether no attempt to these receivers has ended: a delivery served now did not have to wait for one of them. */
async function areAllInFlight(taskIds: readonly string[]): Promise<boolean> {
  const deliveries = await Promise.all(taskIds.map((id) => harness.delivery(id)));
  return deliveries.every(({ attempts }) => attempts.every(({ ended_at }) => ended_at === null));
}

test('an address with a long backlog gets five requests at a time and delays no other host', async () => {
  const slow = await receive(silent);
  const quick = await receive(answerWith(200));
  const past = new Date(Date.now() - 60_000);
  // More of them than a page of a poll holds, and all more overdue than the quick one.
  const backlog = await Promise.all(
    Array.from({ length: 300 }, () => harness.finish(slow.url, { delivery: { next_attempt_at: past } })),
  );
  // On a clock that never reaches the 10 s of a request, the slow host gives no slot back.
  await withFrozenTimers(async (timers) => {
    const poll = (): Promise<void> => pollByHand(timers, POLL_MS);
    await harness.start({ WEBHOOK_POLL_MS: String(POLL_MS) });
    await poll();
    await until(() => slow.received.length === 5);

    const task = await harness.finish(quick.url);
    await poll();
    await until(async () => (await harness.delivery(task.id)).state === 'delivered');

    expect(await areAllInFlight(backlog.map(({ id }) => id))).toBe(true);
    expect(slow.peak()).toBe(5);
  });
});

test('many slow hosts do not take every slot: a new one is still served at once', async () => {
  const slow = await Promise.all(Array.from({ length: 60 }, () => receive(silent)));
  const quick = await receive(answerWith(200));
  // On a clock that never reaches the 10 s of a request, no slow host gives its slot back.
  await withFrozenTimers(async (timers) => {
    await harness.start({ WEBHOOK_CONCURRENCY: '16', WEBHOOK_POLL_MS: String(POLL_MS) });
    const waiting = await Promise.all(slow.map(({ url }) => harness.finish(url, { isAnnounced: true })));
    await until(() => slow.filter((receiver) => receiver.received.length > 0).length >= 6);

    const task = await harness.finish(quick.url, { isAnnounced: true });
    let polls = 0;
    await until(async () => {
      if (polls++ < 5_000 / POLL_MS) await timers.advance(POLL_MS);
      return (await harness.delivery(task.id)).state === 'delivered';
    });

    expect(await areAllInFlight(waiting.map(({ id }) => id))).toBe(true);
  });
});

test('several dispatchers send every webhook once', async () => {
  const { url, received } = await receive(answerWith(200));
  const quickest = { WEBHOOK_RECEIVER_CONCURRENCY: '20' };
  // The polls overlap, but the clock never reaches the 3 s after which a claim is given up and its attempt is lost.
  await withFrozenTimers(async (timers) => {
    await Promise.all([harness.start(quickest), harness.start(quickest), harness.start(quickest)]);
    const tasks = await Promise.all(
      Array.from({ length: 60 }, () => harness.finish(url, { isAnnounced: true })),
    );
    let polls = 0;
    await until(async () => {
      if (polls++ < 2_000 / POLL_MS) await timers.advance(POLL_MS);
      const deliveries = await Promise.all(tasks.map((task) => harness.delivery(task.id)));
      return deliveries.every(({ state }) => state !== 'pending');
    });
  });

  const ids = received.map((one) => one.headers['x-service-delivery']);
  expect(ids).toHaveLength(60);
  expect(new Set(ids).size).toBe(60);
});

test('deliveries that became due while no dispatcher ran are sent once each', async () => {
  const { url, received } = await receive(answerWith(200));
  const longAgo = new Date(Date.now() - 600_000);
  const attempt = {
    attempt: 1,
    trigger: 'scheduled' as const,
    started_at: longAgo,
    ended_at: longAgo,
    status_code: 500,
    response_time_ms: 5,
    error: 'status 500',
  };
  const delivery = { created_at: longAgo, next_attempt_at: longAgo, attempts: [attempt] };
  const tasks = await Promise.all(Array.from({ length: 8 }, () => harness.finish(url, { delivery })));

  await harness.start();
  await Promise.all(tasks.map((task) => harness.settled(task.id)));

  expect(received.map((one) => one.headers['x-service-attempt'])).toEqual(Array(8).fill('2'));
});

test('a dispatcher that stops completes its attempts in flight and stores their outcomes', async () => {
  let answer: (() => void) | undefined;
  const { url, received } = await receive((response) => (answer = () => response.writeHead(200).end()));
  const dispatcher = await harness.start();
  const task = await harness.finish(url, { isAnnounced: true });
  await until(() => received.length === 1);

  const stopped = dispatcher.stop();
  answer?.();
  await stopped;

  expect(await harness.delivery(task.id)).toMatchObject({
    state: 'delivered',
    attempts: [{ status_code: 200 }],
  });
});
