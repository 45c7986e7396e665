import fc from 'fast-check';
import { GroupCommit } from '../src/group-commit';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const written = (items: readonly string[]): PromiseSettledResult<string>[] =>
  items.map((value) => ({ status: 'fulfilled', value }));

interface Write {
  items: readonly string[];
  finish(): void;
}

/** A group of items whose owner is their first letter, and the writes that the test finishes. */
function open(): { group: GroupCommit<string, string>; writes: Write[] } {
  const writes: Write[] = [];
  const group = new GroupCommit<string, string>({
    write: (items) =>
      new Promise((resolve) => {
        writes.push({ items, finish: () => resolve(written(items)) });
      }),
    maxItems: 20,
    maxInFlight: 2,
    ownerOf: (item) => item.charAt(0),
  });
  return { group, writes };
}

const named = (owner: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${owner}${index}`);

test('an owner without an item in flight does not wait for the writes of others', async () => {
  const { group, writes } = open();
  for (const item of named('a', 40)) void group.add(item);
  await turn();
  const waiting = ['a40', 'b0', 'a41'].map((item) => group.add(item));
  await turn();
  expect(writes.map(({ items }) => items)).toEqual([
    named('a', 40).slice(0, 20),
    named('a', 40).slice(20),
    ['b0'],
  ]);
  for (const { finish } of [...writes]) finish();
  await turn();
  expect(writes[3]?.items).toEqual(['a40', 'a41']);
  writes[3]?.finish();
  expect(await Promise.all(waiting)).toEqual(['a40', 'b0', 'a41']);
});

test('items are written once each, by at most one write more than are allowed', async () => {
  const script = fc.array(
    fc.oneof(
      fc.record({ owner: fc.constantFrom('a', 'b', 'c', 'd'), count: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ finish: fc.nat(3) }),
    ),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(script, async (actions) => {
      const { group, writes } = open();
      const running = new Set<Write>();
      const added: Promise<string>[] = [];
      const finish = (write: Write | undefined): void => {
        write?.finish();
        if (write) running.delete(write);
      };
      let seen = 0;
      const settle = async (): Promise<void> => {
        await turn();
        for (const write of writes.slice(seen)) running.add(write);
        seen = writes.length;
        expect(running.size).toBeLessThanOrEqual(3);
      };
      for (const [step, action] of actions.entries()) {
        if ('finish' in action) finish([...running][action.finish]);
        else for (const item of named(`${action.owner}${step}-`, action.count)) added.push(group.add(item));
        await settle();
      }
      while (running.size > 0) {
        for (const write of [...running]) finish(write);
        await settle();
      }
      const items = await Promise.all(added);
      expect(writes.flatMap((write) => write.items).toSorted()).toEqual(items.toSorted());
    }),
    { numRuns: 200 },
  );
});
