import { until } from '@medley/testing';
import { watchStall, type StallProbe } from '../src/watch-stall';

const CHECK_MS = 5;

/** How many stalls ten checks report. */
async function countStalls(overrides: Partial<StallProbe>): Promise<number> {
  let stalls = 0;
  let checks = 0;
  const all = { delivered: () => 0, hasCapacity: () => true, depth: () => Promise.resolve(7), ...overrides };
  const hasCapacity = (): boolean => {
    checks += 1;
    return all.hasCapacity();
  };
  const stop = watchStall({ ...all, hasCapacity }, CHECK_MS, () => (stalls += 1));
  await until(() => checks >= 10);
  stop();
  return stalls;
}

test('a consumer with capacity that gets nothing while messages are ready is stalled', async () => {
  expect(await countStalls({})).toBeGreaterThan(0);
});

test.each<[string, Partial<StallProbe>]>([
  ['an empty queue', { depth: () => Promise.resolve(0) }],
  ['a queue of unknown depth', { depth: () => Promise.resolve(null) }],
  ['a consumer at its prefetch limit', { hasCapacity: () => false }],
])('%s is no stall', async (_title, overrides) => {
  expect(await countStalls(overrides)).toBe(0);
});

test('a consumer that gets messages between two checks is not stalled', async () => {
  let delivered = 0;
  const depth = (): Promise<number> => {
    delivered += 1;
    return Promise.resolve(7);
  };
  expect(await countStalls({ delivered: () => delivered, depth })).toBe(0);
});
