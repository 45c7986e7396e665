import { until } from '../../../tests/support/until';
import { watchStall, type StallProbe } from '../src/watch-stall';

const LOOK_MS = 5;

/** How often a stall was seen while the signs were looked at ten times. */
async function countStalls(signs: Partial<StallProbe>): Promise<number> {
  let stalls = 0;
  let looks = 0;
  const all = { delivered: () => 0, hasCapacity: () => true, depth: async () => 7, ...signs };
  const hasCapacity = (): boolean => {
    looks += 1;
    return all.hasCapacity();
  };
  const stop = watchStall({ ...all, hasCapacity }, LOOK_MS, () => (stalls += 1));
  await until(() => looks >= 10);
  stop();
  return stalls;
}

test('a consumer with room that gets nothing while messages wait is passed over', async () => {
  expect(await countStalls({})).toBeGreaterThan(0);
});

test.each<[string, Partial<StallProbe>]>([
  ['an empty queue', { depth: async () => 0 }],
  ['a queue of unknown depth', { depth: async () => null }],
  ['a consumer whose hands are full', { hasCapacity: () => false }],
])('%s is no stall', async (_title, signs) => {
  expect(await countStalls(signs)).toBe(0);
});

test('a consumer that gets messages between the looks is not passed over', async () => {
  let delivered = 0;
  const depth = async (): Promise<number> => {
    delivered += 1;
    return 7;
  };
  expect(await countStalls({ delivered: () => delivered, depth })).toBe(0);
});
