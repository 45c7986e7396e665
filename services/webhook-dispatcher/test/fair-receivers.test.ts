import type { Task } from '@medley/contracts';
import { until, withFrozenTimers } from '@medley/testing';
import { startDispatcherHarness, type DispatcherHarness } from './dispatcher-harness';
import { pollByHand } from './poll-by-hand';
import { answerWith, startReceiver, type Receiver } from './receiver';

/** The clock never reaches the 10 s of a request: what hangs gives no slot back unless the test answers it. */
const POLL_MS = 25;
const settings = { WEBHOOK_POLL_MS: String(POLL_MS) };

let harness: DispatcherHarness;
let gateway: Receiver;
/** Another host, which answers at once. */
let quick: Receiver;
/** Answers the hanging requests of the receiver, in the order of their arrival. */
const answers: (() => void)[] = [];

beforeEach(async () => {
  harness = await startDispatcherHarness();
  quick = await startReceiver(answerWith(200));
  gateway = await startReceiver((response, { path }) => {
    const answer = (): unknown => response.writeHead(200).end();
    if (path.startsWith('/hang')) answers.push(answer);
    else answer();
  });
});

afterEach(async () => {
  answers.splice(0);
  await Promise.all([gateway.stop(), quick.stop()]);
  await harness.close();
});

const at = (path: string): string => new URL(path, gateway.url).href;
const arrivals = (prefix: string): number =>
  gateway.received.filter(({ path }) => path.startsWith(prefix)).length;

async function newAccount(): Promise<string> {
  return (await harness.stores.accounts.create({ name: 'other', tariff: 'free', balance: 0 })).id;
}

function finishAll(
  urls: readonly string[],
  changes?: Parameters<DispatcherHarness['finish']>[1],
): Promise<Task[]> {
  return Promise.all(urls.map((url) => harness.finish(url, changes)));
}

const isDelivered = async ({ id }: Task): Promise<boolean> =>
  (await harness.delivery(id)).state === 'delivered';

test('an address that hangs delays no other address of its host, whatever queries its deliveries have', async () => {
  await withFrozenTimers(async () => {
    await harness.start(settings);
    const urls = Array.from({ length: 40 }, (_, index) => at(`/hang?task=${index}`));
    await finishAll(urls, { isAnnounced: true });
    await until(() => arrivals('/hang') === 5);

    const task = await harness.finish(at('/tenant-b'), { isAnnounced: true });
    await until(() => isDelivered(task));

    expect(arrivals('/hang')).toBe(5);
    expect(answers).toHaveLength(5);
  });
});

test('new addresses that hang cannot take the slots of an address of the same host that answers', async () => {
  await withFrozenTimers(async (timers) => {
    const poll = (): Promise<void> => pollByHand(timers, POLL_MS);
    await harness.start(settings);
    const first = await harness.finish(at('/tenant-b'), { isAnnounced: true });
    await until(() => isDelivered(first));
    const paths = Array.from({ length: 60 }, (_, index) => at(`/hang/${index}`));
    await finishAll(paths, { isAnnounced: true });
    await until(() => arrivals('/hang') >= 8);
    await poll();

    const others = await finishAll(Array(10).fill(at('/tenant-b')), { isAnnounced: true });
    await until(async () => (await Promise.all(others.map(isDelivered))).every(Boolean));

    expect(answers.length).toBeLessThanOrEqual(15);
    expect(answers).toHaveLength(arrivals('/hang'));
  });
});

test("when one account has filled a host by many paths, another account's delivery gets the next slot", async () => {
  const other = await newAccount();
  await withFrozenTimers(async (timers) => {
    const poll = (): Promise<void> => pollByHand(timers, POLL_MS);
    await harness.start({ ...settings, WEBHOOK_HOST_CONCURRENCY: '4' });
    await finishAll(Array.from({ length: 50 }, (_, index) => at(`/hang/flood/${index}`)));
    await poll();
    await until(() => answers.length === 3);

    const task = await harness.finish(at('/hang/other'), { task: { account_id: other } });
    await poll();
    expect(arrivals('/hang/other')).toBe(0);
    // Two slots, because past half of its share a host admits new addresses only at intervals.
    answers.splice(0, 2).forEach((answer) => answer());
    await until(() => gateway.received.length === 4);

    expect(gateway.received[3]?.path).toBe('/hang/other');
    answers.at(-1)?.();
    await until(() => isDelivered(task));
  });
});

test('two accounts that send to one address take turns', async () => {
  const other = await newAccount();
  await withFrozenTimers(async (timers) => {
    const poll = (): Promise<void> => pollByHand(timers, POLL_MS);
    await harness.start({ ...settings, WEBHOOK_RECEIVER_CONCURRENCY: '1' });
    await finishAll(Array<string>(30).fill(at('/hang?from=flood')));
    await poll();
    await until(() => answers.length === 1);
    await finishAll(Array<string>(2).fill(at('/hang?from=other')), { task: { account_id: other } });
    await poll();

    for (let count = 1; count < 5; count += 1) {
      answers.shift()?.();
      await until(() => gateway.received.length > count);
    }
    const order = gateway.received.map(({ path }) => path.split('=')[1]);
    expect(order).toEqual(['flood', 'other', 'flood', 'other', 'flood']);
  });
});

test('a delivery in the middle of a backlog of another account is found, though its message was lost', async () => {
  const other = await newAccount();
  const due = (ageMs: number): { next_attempt_at: Date } => ({
    next_attempt_at: new Date(Date.now() - ageMs),
  });
  const flood = Array.from({ length: 900 }, (_, index) => at(`/hang/${index}`));
  await finishAll(flood.slice(0, 600), { delivery: due(60_000) });
  await finishAll(flood.slice(600), { delivery: due(20_000) });
  const task = await harness.finish(quick.url, { task: { account_id: other }, delivery: due(40_000) });
  await withFrozenTimers(async (timers) => {
    const poll = (): Promise<void> => pollByHand(timers, POLL_MS);
    await harness.start(settings);
    for (let polls = 0; polls < 2; polls += 1) await poll();
    await until(() => isDelivered(task));

    expect(answers).toHaveLength(arrivals('/hang'));
  });
});
