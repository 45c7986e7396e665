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
 * spend `quantum` times its weight, and what it cannot spend on its next item is kept for its next turn. So accounts with
 * work get shares of cost in proportion to their weights, and each item is chosen after a bounded number of turns, however
 * many items others have.
 */
export function takeTurns<T extends Item>(
  queues: ReadonlyMap<string, readonly T[]>,
  rotation: Rotation,
  room: number,
): T[] {
  const { deficits } = rotation;
  const left = new Map(
    [...queues].filter(([, items]) => items.length > 0).map(([id, items]) => [id, [...items]]),
  );
  const taken: T[] = [];
  let spent = 0;
  for (const account of deficits.keys()) if (!left.has(account)) deficits.delete(account);
  while (left.size > 0 && spent < room) {
    const account = startTurn(rotation, left);
    rotation.last = account;
    const items = left.get(account) ?? [];
    const turn = takeTurn(items, { allowed: deficits.get(account) ?? 0, room: room - spent });
    taken.push(...turn.taken);
    spent += turn.spent;
    const allowed = (deficits.get(account) ?? 0) - turn.spent;
    const [next] = items;
    rotation.isCut = next !== undefined && next.cost <= allowed;
    if (next) deficits.set(account, allowed);
    else {
      // An account without waiting items saves nothing.
      left.delete(account);
      deficits.delete(account);
    }
  }
  return taken;
}

/** The account whose turn was cut goes on; else the next one begins its turn, with what its weight allows. */
function startTurn({ isCut, ...rotation }: Rotation, left: ReadonlyMap<string, readonly Item[]>): string {
  if (isCut && left.has(rotation.last)) return rotation.last;
  const account = nextAfter(rotation.last, [...left.keys()]);
  const [first] = left.get(account) ?? [];
  const { deficits } = rotation;
  deficits.set(account, (deficits.get(account) ?? 0) + turnLimits.quantum * (first?.weight ?? 1));
  return account;
}

/** Remove from the front of `items` what the account may spend, and the room has place for. */
function takeTurn<T extends Item>(
  items: T[],
  { allowed, room }: { allowed: number; room: number },
): { taken: T[]; spent: number } {
  const taken: T[] = [];
  let spent = 0;
  for (let [item] = items; item && spent + item.cost <= allowed && spent < room; [item] = items) {
    spent += item.cost;
    taken.push(item);
    items.shift();
  }
  return { taken, spent };
}

/** The account after `last` in the order of ids, which is the order of the index. */
function nextAfter(last: string, accounts: readonly string[]): string {
  const sorted = [...accounts].sort();
  return sorted.find((account) => account > last) ?? sorted[0] ?? last;
}
