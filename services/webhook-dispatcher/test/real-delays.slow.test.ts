import type { Delivery } from '@medley/contracts';
import { startDispatcherHarness, type DispatcherHarness } from './dispatcher-harness';
import { answerWith, startReceiver, type Answer, type Receiver } from './receiver';
import { until } from '../../../tests/support/until';

/** At the delays and limits of the contract, all cases at once: this takes as long as four attempts do. */
const ALL_ATTEMPTS_MS = 175_000;
let lab: DispatcherHarness;
const receivers: Receiver[] = [];

interface Case {
  receiver: Receiver;
  taskId: string;
}

const answerAfter =
  (ms: number): Answer =>
  (response) => {
    setTimeout(() => response.writeHead(200).end(), ms).unref();
  };
const answers = {
  recovers: answerWith(500, 500, 500, 200),
  refuses: answerWith(404),
  redirects: (response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
  silent: () => undefined,
  justInTime: answerAfter(9_800),
  tooLate: answerAfter(10_200),
} satisfies Record<string, Answer>;
const cases = new Map<keyof typeof answers, Case>();

beforeAll(async () => {
  lab = await startDispatcherHarness();
  await lab.start({ WEBHOOK_POLL_MS: '250' });
  for (const [name, answer] of Object.entries(answers) as [keyof typeof answers, Answer][]) {
    const receiver = await startReceiver(answer);
    receivers.push(receiver);
    const task = await lab.finish(receiver.url, { isAnnounced: true });
    cases.set(name, { receiver, taskId: task.id });
  }
}, 60_000);
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await lab.close();
}, 30_000);

/** The delivery of a case once it is as asked for. */
async function deliveryOf(
  name: keyof typeof answers,
  isReady: (delivery: Delivery) => boolean,
): Promise<Delivery & { received: Receiver['received'] }> {
  const { receiver, taskId } = cases.get(name) ?? {};
  if (!receiver || taskId === undefined) throw new Error(`there is no case ${name}`);
  await until(async () => isReady(await lab.delivery(taskId)), { timeoutMs: ALL_ATTEMPTS_MS });
  return { ...(await lab.delivery(taskId)), received: receiver.received };
}

const isOver = ({ state }: Delivery): boolean => state !== 'pending';
const hasTried =
  (times: number) =>
  ({ attempts }: Delivery): boolean =>
    attempts.filter((attempt) => attempt.ended_at !== null).length >= times;

/** Seconds from the first request to each. */
const secondsOf = (received: Receiver['received']): number[] =>
  received.map(({ at }) => (at - (received[0]?.at ?? 0)) / 1_000);

test.each([
  ['recovers', 'delivered'],
  ['refuses', 'failed'],
  ['redirects', 'failed'],
] as const)(
  'a receiver that %s is asked after 0, 5, 30 and 155 s, and is %s',
  async (name, state) => {
    const delivery = await deliveryOf(name, isOver);

    expect(delivery.state).toBe(state);
    const seconds = secondsOf(delivery.received);
    expect(seconds).toHaveLength(4);
    [0, 5, 30, 155].forEach((due, index) => {
      expect(seconds[index]).toBeGreaterThanOrEqual(due - 0.05);
      expect(seconds[index]).toBeLessThan(due + 1);
    });
    expect(new Set(delivery.received.map(({ headers }) => headers['x-service-delivery']))).toEqual(
      new Set([delivery.id]),
    );
    expect(new Set(delivery.received.map(({ body }) => body.toString())).size).toBe(1);
  },
  200_000,
);

test('an attempt without an answer ends after 10 s, and the next comes 5 s later', async () => {
  const { attempts, received } = await deliveryOf('silent', hasTried(2));

  for (const attempt of attempts.slice(0, 2)) {
    expect(attempt).toMatchObject({ status_code: null, error: 'timeout' });
    expect(attempt.response_time_ms).toBeGreaterThanOrEqual(9_950);
    expect(attempt.response_time_ms).toBeLessThan(10_500);
  }
  const [, second = 0] = secondsOf(received);
  expect(second).toBeGreaterThan(14.9);
  expect(second).toBeLessThan(16);
}, 60_000);

test('an answer after 9.8 s is in time, one after 10.2 s is not', async () => {
  const [inTime, late] = await Promise.all([
    deliveryOf('justInTime', hasTried(1)),
    deliveryOf('tooLate', hasTried(2)),
  ]);

  expect(inTime).toMatchObject({ state: 'delivered', attempts: [{ status_code: 200, error: null }] });
  expect(inTime.received).toHaveLength(1);
  expect(late.attempts.map(({ error }) => error)).toEqual(expect.arrayContaining(['timeout', 'timeout']));
}, 60_000);
