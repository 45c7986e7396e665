import fc from 'fast-check';
import { takeTurns, type Rotation } from '@medley/orchestrator';

interface Item {
  account: string;
  cost: number;
  weight: number;
}

const costs = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 40 });
const backlogs = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), costs, { minKeys: 1 });

function queuesOf(
  backlog: Record<string, number[]>,
  weights: Record<string, number> = {},
): Map<string, Item[]> {
  const itemsOf = (account: string, list: number[]): Item[] =>
    list.map((cost) => ({ account, cost, weight: weights[account] ?? 1 }));
  return new Map(Object.entries(backlog).map(([account, list]) => [account, itemsOf(account, list)]));
}

/** Take turns with these rooms, one after the other, until nothing is left or `rooms` ends. */
function takeAll(queues: Map<string, Item[]>, sizes: readonly number[]): Item[] {
  const rotation: Rotation = { last: '', deficits: new Map() };
  return sizes.flatMap((room) => {
    const taken = takeTurns(queues, rotation, room);
    for (const item of taken) queues.get(item.account)?.splice(0, 1);
    return taken;
  });
}

describe('the turns of accounts', () => {
  it('fill the room, by one item too much at most, take each account’s items in order, and lose none', () => {
    fc.assert(
      fc.property(backlogs, fc.integer({ min: 1, max: 60 }), (backlog, room) => {
        const all = Object.values(backlog).flat();
        const taken = takeAll(queuesOf(backlog), [room]);
        const spent = taken.reduce((sum, { cost }) => sum + cost, 0);
        if (taken.length < all.length) expect(spent).toBeGreaterThanOrEqual(room);
        expect(spent).toBeLessThan(room + Math.max(...all));
        for (const [account, list] of Object.entries(backlog)) {
          const own = taken.filter((item) => item.account === account).map(({ cost }) => cost);
          expect(own).toEqual(list.slice(0, own.length));
        }
      }),
    );
  });

  it('starve no account: while it has items, no other one gets more than a turn and one item beyond its weighted share', () => {
    const weight = fc.integer({ min: 1, max: 8 });
    fc.assert(
      fc.property(costs, fc.integer({ min: 1, max: 12 }), weight, (list, room, b) => {
        // Both accounts always have work, so that their shares of cost must follow their weights up to a turn and an item.
        const queues = queuesOf({ a: Array<number>(400).fill(1), b: [...list, ...list, ...list] }, { b });
        const wantedCost = 3 * list.reduce((sum, cost) => sum + cost, 0);
        const taken: Item[] = [];
        const rotation: Rotation = { last: '', deficits: new Map() };
        while ((queues.get('b') ?? []).length > 0 && (queues.get('a') ?? []).length > 0) {
          for (const item of takeTurns(queues, rotation, room)) {
            taken.push(item);
            queues.get(item.account)?.shift();
          }
        }
        const costOf = (account: string): number =>
          taken.filter((item) => item.account === account).reduce((sum, item) => sum + item.cost, 0);
        const slack = 2 * (4 * b + Math.max(...list)) + room * b;
        if ((queues.get('b') ?? []).length > 0)
          expect(costOf('b')).toBeGreaterThanOrEqual(b * costOf('a') - slack);
        else expect(b * costOf('a')).toBeLessThanOrEqual(wantedCost + slack);
      }),
    );
  });

  it('reach a single item within one round, however much another account has waiting', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.constantFrom('0', 'z'), (many, single) => {
        const queues = queuesOf({ m: Array<number>(many).fill(1), [single]: [1] });
        const taken = takeAll(queues, Array<number>(many + 1).fill(1));
        expect(taken.findIndex(({ account }) => account === single)).toBeLessThanOrEqual(4);
      }),
    );
  });
});
