import { turnLimits } from './turn-limits';

/** The rotation of one kind: the account served last, and what accounts saved in turns that were too small for their step. */
export interface Rotation {
  last: string;
  /** The turn of `last` was cut by the room, and goes on. */
  isCut?: boolean;
  deficits: Map<string, number>;
}

interface Item {
  cost: number;
  /** Its account may spend this many quanta in a turn. */
  weight: number;
}

/**
 * Choose items that together cost about `room` from the queues of accounts by deficit round robin: in turn, each account may
 * spend `quantum` times its weight, and what it cannot spend on its next item is kept for its next turn. So accounts with work
 * get shares of cost in proportion to their weights, and each item is chosen after a bounded number of turns, however many items others have.
 */
export function takeTurns<T extends Item>(
  queues: ReadonlyMap<string, readonly T[]>,
  rotation: Rotation,
  room: number,
): T[] {
  const left = new Map(
    [...queues].filter(([, items]) => items.length > 0).map(([id, items]) => [id, [...items]]),
  );
  const taken: T[] = [];
  let spent = 0;
  for (const account of rotation.deficits.keys()) if (!left.has(account)) rotation.deficits.delete(account);
  while (left.size > 0 && spent < room) {
    const goesOn = rotation.isCut === true && left.has(rotation.last);
    const account = goesOn ? rotation.last : nextAfter(rotation.last, [...left.keys()]);
    const items = left.get(account) ?? [];
    const turn = goesOn ? 0 : turnLimits.quantum * (items[0]?.weight ?? 1);
    let deficit = (rotation.deficits.get(account) ?? 0) + turn;
    for (let [item] = items; item && item.cost <= deficit && spent < room; [item] = items) {
      deficit -= item.cost;
      spent += item.cost;
      taken.push(item);
      items.shift();
    }
    const [next] = items;
    rotation.last = account;
    rotation.isCut = next !== undefined && next.cost <= deficit;
    // An account without waiting items saves nothing.
    if (next) rotation.deficits.set(account, deficit);
    else {
      left.delete(account);
      rotation.deficits.delete(account);
    }
  }
  return taken;
}

/** The account after `last` in the order of ids, which is the order of the index. */
function nextAfter(last: string, accounts: readonly string[]): string {
  const sorted = [...accounts].sort();
  return sorted.find((account) => account > last) ?? sorted[0] ?? last;
}
