import { OutboundError, type Outbound } from '@medley/outbound';
import { until, withFrozenTimers } from '@medley/testing';
import { startDispatcherHarness, type DispatcherHarness, type RunningDispatcher } from './dispatcher-harness';
import { answerWith, startReceiver } from './receiver';

const FREED = 'medley_slots_freed_total{slots="webhooks"}';
let harness: DispatcherHarness;

beforeEach(async () => {
  harness = await startDispatcherHarness();
});
afterEach(() => harness.close());

/** An outbound client whose requests to this host ignore their signal and end only when `release` is called. */
function stuckOutbound(inner: Outbound): { outbound: Outbound; stuck: () => number; release: () => void } {
  const ends: (() => void)[] = [];
  return {
    outbound: {
      refuse: (url) => inner.refuse(url),
      open: (request) =>
        request.url.includes('stuck.example')
          ? new Promise((_, reject) => ends.push(() => reject(new OutboundError('connection reset'))))
          : inner.open(request),
    },
    stuck: () => ends.length,
    release: () => ends.splice(0).forEach((end) => end()),
  };
}

const settings = { WEBHOOK_CONCURRENCY: '2', WEBHOOK_RETRY_DELAYS_S: '600' };
/** From the start of a request until its slot is freed by force. */
const HELD_MS = 1_100;

function start(outbound: Outbound): Promise<RunningDispatcher> {
  return harness.start({ ...settings, WEBHOOK_TIMEOUT_MS: '1000' }, { outbound, overrunMs: 100 });
}

test('a slot whose request outlives its deadline is freed, counted and reported by health', () =>
  withFrozenTimers(async (timers) => {
    const client = stuckOutbound(harness.outbound);
    const { health, metrics } = await start(client.outbound);
    const receiver = await startReceiver(answerWith(200));
    expect(await metrics.metrics()).toContain(`${FREED} 0`);
    expect((await health.report()).warnings).toEqual({});

    await Promise.all(
      [1, 2].map((port) => harness.finish(`http://stuck.example:${port}/`, { isAnnounced: true })),
    );
    // Of two slots hosts that have not answered yet get one.
    await until(() => client.stuck() === 1);
    await timers.advance(HELD_MS);
    await until(() => client.stuck() === 2);
    const neighbour = await harness.finish(receiver.url, { isAnnounced: true });
    await timers.advance(HELD_MS);
    await harness.settled(neighbour.id);

    expect(await metrics.metrics()).toMatch(/medley_slots_freed_total\{slots="webhooks"\} [12]\n/);
    const { ok, warnings } = await health.report();
    expect(ok).toBe(true);
    expect(warnings['webhooks slots']).toMatch(/^[12] freed by force since the start/);
    client.release();
    await receiver.stop();
  }));

test('an attempt whose slot was freed is recorded when it ends later', () =>
  withFrozenTimers(async (timers) => {
    const client = stuckOutbound(harness.outbound);
    const { metrics } = await start(client.outbound);
    const task = await harness.finish('http://stuck.example/', { isAnnounced: true });
    await until(() => client.stuck() === 1);
    await timers.advance(HELD_MS);
    await until(async () => (await metrics.metrics()).includes(`${FREED} 1`));

    client.release();

    await until(async () => (await harness.delivery(task.id)).attempts[0]?.ended_at != null);
    expect((await harness.delivery(task.id)).attempts).toEqual([
      expect.objectContaining({ attempt: 1, status_code: null, error: 'timeout' }),
    ]);
  }));

test('a dispatcher stops although its work never ends, whether its slot was freed before or is freed then', () =>
  withFrozenTimers(async (timers) => {
    const client = stuckOutbound(harness.outbound);
    const dispatcher = await start(client.outbound);
    await harness.finish('http://stuck.example:1/', { isAnnounced: true });
    await until(() => client.stuck() === 1);
    await timers.advance(HELD_MS);
    await until(async () => (await dispatcher.metrics.metrics()).includes(`${FREED} 1`));
    await harness.finish('http://stuck.example:2/', { isAnnounced: true });
    await until(() => client.stuck() === 2);

    const stopped = dispatcher.stop();
    await timers.advance(HELD_MS);
    await stopped;

    expect(await dispatcher.metrics.metrics()).toContain(`${FREED} 2`);
  }));

test('a blob store that hangs holds slots no longer than an attempt may take to prepare', async () => {
  const { metrics } = await harness.start(settings);
  const receiver = await startReceiver(answerWith(200));
  let asked = 0;
  harness.blobs.get = () => {
    asked += 1;
    return new Promise(() => undefined);
  };
  const stored = { body: { blob: 'tasks/x/webhook.json', size: 2 } };
  await Promise.all([1, 2].map(() => harness.finish(receiver.url, { delivery: stored, isAnnounced: true })));
  await until(() => asked === 2);

  const neighbour = await harness.finish(receiver.url, {
    delivery: { body: { inline: '{}' } },
    isAnnounced: true,
  });
  await harness.settled(neighbour.id);

  expect(receiver.received).toHaveLength(1);
  expect(await metrics.metrics()).toContain(`${FREED} 0`);
  await receiver.stop();
});
