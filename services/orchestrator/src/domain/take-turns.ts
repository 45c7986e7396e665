import { turnLimits } from './turn-limits';

/** The rotation of one kind: the account served last, and what accounts saved in turns that were too small for their step. */
export interface Rotation {
  last: string;
  deficits: Map<string, number>;
}

interface Item {
  cost: number;
}

/**
 * Choose items that together cost about `room` from the queues of accounts by deficit round robin: in turn, each account may
 * spend `quantum`, and what it cannot spend on its next item is kept for its next turn. So accounts with work get equal shares
 * of cost, and each item is chosen after a bounded number of turns, however many items others have.
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
    const account = nextAfter(rotation.last, [...left.keys()]);
    const items = left.get(account) ?? [];
    let deficit = (rotation.deficits.get(account) ?? 0) + turnLimits.quantum;
    for (let [item] = items; item && item.cost <= deficit && spent < room; [item] = items) {
      deficit -= item.cost;
      spent += item.cost;
      taken.push(item);
      items.shift();
    }
    if (items.length === 0) left.delete(account);
    // An account without waiting items saves nothing.
    if (items.length === 0) rotation.deficits.delete(account);
    else rotation.deficits.set(account, deficit);
    rotation.last = account;
  }
  return taken;
}

/** The account after `last` in the order of ids, which is the order of the index. */
function nextAfter(last: string, accounts: readonly string[]): string {
  const sorted = [...accounts].sort();
  return sorted.find((account) => account > last) ?? sorted[0] ?? last;
}
