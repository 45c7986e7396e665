import type { Delivery } from '@medley/contracts';
import { freezeTimers, until, type FrozenTimers } from '@medley/testing';
import { startDispatcherHarness, type DispatcherHarness, type RunningDispatcher } from './dispatcher-harness';
import { pollByHand } from './poll-by-hand';
import { answerWith, startReceiver, type Answer, type Receiver } from './receiver';

/** The delays and limits of the contract, on a clock that only the test moves. */
const POLL_MS = 250;
const TIMEOUT_MS = 10_000;

let timers: FrozenTimers;
let harness: DispatcherHarness;
let dispatcher: RunningDispatcher;
let receiver: Receiver;

beforeEach(async () => {
  timers = freezeTimers();
  harness = await startDispatcherHarness(() => new Date(timers.now()));
  dispatcher = await harness.start({ WEBHOOK_POLL_MS: String(POLL_MS) });
});
afterEach(async () => {
  timers.thaw();
  await receiver.stop();
  await harness.close();
});

async function begin(answer: Answer): Promise<string> {
  receiver = await startReceiver(answer);
  const { id } = await harness.finish(receiver.url, { isAnnounced: true });
  return id;
}

/** The delivery once this many attempts have ended. */
async function ended(taskId: string, attempts: number): Promise<Delivery> {
  const read = (): Promise<Delivery> => harness.delivery(taskId);
  await until(async () => (await read()).attempts.filter((one) => one.ended_at !== null).length === attempts);
  return read();
}

/** One complete poll for due deliveries; waits until a request that it starts has arrived, so that it costs no time. */
async function poll(): Promise<void> {
  const before = receiver.received.length;
  await pollByHand(timers, POLL_MS);
  await until(async () => receiver.received.length > before || (await inFlight()) === 0);
}

async function inFlight(): Promise<number> {
  const metric = await dispatcher.metrics.getSingleMetric('medley_webhook_dispatcher_in_flight')?.get();
  return metric?.values[0]?.value ?? NaN;
}

/** Milliseconds from one request to the next. */
const gaps = (): number[] =>
  receiver.received.slice(1).map(({ at }, i) => at - (receiver.received[i]?.at ?? 0));

test.each<[string, Delivery['state'], Answer]>([
  ['recovers', 'delivered', answerWith(500, 500, 500, 200)],
  ['refuses', 'failed', answerWith(404)],
  ['redirects', 'failed', (response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
])('a receiver that %s gets requests after 0, 5, 30 and 155 s, and is %s', async (_does, state, answer) => {
  const taskId = await begin(answer);
  for (const [index, delayMs] of [5_000, 25_000, 125_000].entries()) {
    await ended(taskId, index + 1);
    await timers.advance(delayMs - POLL_MS);
    await poll();
    while (receiver.received.length === index + 1) await poll();
  }

  const delivery = await ended(taskId, 4);
  expect(delivery).toMatchObject({ state, next_attempt_at: null });
  expect(receiver.received).toHaveLength(4);
  for (const [index, delayMs] of [5_000, 25_000, 125_000].entries()) {
    expect(gaps()[index]).toBeGreaterThanOrEqual(delayMs);
    expect(gaps()[index]).toBeLessThanOrEqual(delayMs + 3 * POLL_MS);
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery']))).toEqual(
    new Set([delivery.id]),
  );
  expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
});

test('an attempt without an answer ends after 10 s, and the next comes 5 s later', async () => {
  const taskId = await begin(() => undefined);
  await until(() => receiver.received.length === 1);
  await timers.advance(TIMEOUT_MS);
  const first = await ended(taskId, 1);
  expect(first).toMatchObject({ state: 'pending', attempts: [{ status_code: null, error: 'timeout' }] });
  expect(first.attempts[0]?.response_time_ms).toBe(TIMEOUT_MS);

  await timers.advance(5_000 - POLL_MS);
  await poll();
  while (receiver.received.length === 1) await poll();
  expect(gaps()[0]).toBeGreaterThanOrEqual(15_000);
  expect(gaps()[0]).toBeLessThanOrEqual(15_000 + 3 * POLL_MS);
  await timers.advance(TIMEOUT_MS);
  const second = await ended(taskId, 2);
  expect(second.attempts[1]).toMatchObject({ status_code: null, error: 'timeout' });
  expect(second.attempts[1]?.response_time_ms).toBe(TIMEOUT_MS);
});

test.each([
  ['just in time', TIMEOUT_MS - 1, { state: 'delivered', attempts: [{ status_code: 200, error: null }] }],
  ['too late', TIMEOUT_MS, { state: 'pending', attempts: [{ status_code: null, error: 'timeout' }] }],
])('a 200 %s counts as that', async (_when, afterMs, expected) => {
  let answer: () => void = () => undefined;
  const taskId = await begin((response) => (answer = () => response.writeHead(200).end()));
  await until(() => receiver.received.length === 1);
  await timers.advance(afterMs);
  answer();
  expect(await ended(taskId, 1)).toMatchObject(expected);
  expect(receiver.received).toHaveLength(1);
});

test('a 200 whose body never ends is a success, and its connection is closed after a second', async () => {
  const taskId = await begin((response) => {
    response.writeHead(200).write('.');
    const drip = setInterval(() => response.write('.'), 20);
    response.once('close', () => clearInterval(drip));
  });
  await timers.untilSet(1_000);
  await timers.advance(999);
  expect(receiver.open()).toBe(1);
  await timers.advance(1);
  await until(() => receiver.open() === 0);
  expect(await ended(taskId, 1)).toMatchObject({
    state: 'delivered',
    attempts: [{ status_code: 200, error: null }],
  });
});

test('slow headers get no more time than no headers', async () => {
  const taskId = await begin((response) => {
    const drip = setInterval(() => response.socket?.write('X-Drip: 1\r\n'), 50);
    response.socket?.write('HTTP/1.1 200 OK\r\n');
    response.socket?.once('close', () => clearInterval(drip));
  });
  await until(() => receiver.received.length === 1);
  await timers.advance(TIMEOUT_MS);
  const { state, attempts } = await ended(taskId, 1);
  expect([state, attempts[0]?.error]).toEqual(['pending', 'timeout']);
  expect(attempts[0]?.response_time_ms).toBe(TIMEOUT_MS);
});
