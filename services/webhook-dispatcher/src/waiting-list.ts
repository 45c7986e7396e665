import { dispatchLimits } from './dispatch-limits';
import type { Receiver, WaitingDelivery } from './receiver';

/** The waiting deliveries of one account to one address. */
export interface Flow extends Receiver {
  account_id: string;
  /** Ids of their tasks, first in first out. */
  ids: Set<string>;
  /** Orders flows by the time since when they wait: since they were listed or had their last delivery. */
  since: number;
  /** Whether it had no delivery since it was listed. */
  isNew: boolean;
}

interface Group<Child> {
  count: number;
  children: Map<string, Child>;
}
type HostGroup = Group<Flow>;
type AccountGroup = Group<HostGroup>;

export interface WaitingLimits {
  waitingMax: number;
  waitingPerAddressMax: number;
}

/**
 * The ids of tasks whose delivery is due and waits for a slot, by account, host and address. Bounded: when it is full, a
 * delivery takes the place of one of the account that has most, of the host that has most of these, of the address that has
 * most of those. What finds no place is returned by a later poll.
 */
export class WaitingList {
  readonly #accounts = new Map<string, AccountGroup>();
  #size = 0;
  #sequence = 0;

  constructor(private readonly limits: WaitingLimits = dispatchLimits) {}

  get size(): number {
    return this.#size;
  }

  /** The flows for which `isOpen` holds; it is asked for each host before its addresses. */
  *flows(isOpen: (host: string) => boolean): Generator<Flow, void, undefined> {
    for (const { children: hosts } of this.#accounts.values()) {
      for (const [host, { children: flows }] of hosts) if (isOpen(host)) yield* flows.values();
    }
  }

  /** List a delivery, unless it is listed or finds no place. */
  add(delivery: WaitingDelivery): void {
    const { id, account_id, host, address } = delivery;
    const listed = this.#accounts.get(account_id)?.children.get(host)?.children.get(address);
    if (listed && (listed.ids.has(id) || listed.ids.size >= this.limits.waitingPerAddressMax)) return;
    if (this.#size >= this.limits.waitingMax && !this.#makeRoom(delivery)) return;
    const account = childOf(this.#accounts, account_id, newGroup<HostGroup>);
    const ofHost = childOf(account.children, host, newGroup<Flow>);
    const flowOf = { account_id, host, address, isNew: true };
    const newFlow = (): Flow => ({ ...flowOf, ids: new Set(), since: ++this.#sequence });
    const flow = childOf(ofHost.children, address, newFlow);
    flow.ids.add(id);
    this.#count(account, ofHost, 1);
  }

  /** Remove and return the delivery of a flow that waits longest; the flow waits from now on. */
  shift(flow: Flow): string {
    const [first = ''] = flow.ids;
    flow.since = ++this.#sequence;
    flow.isNew = false;
    this.#remove(flow, first);
    return first;
  }

  /** Drop a delivery for one that would be in a smaller group; false when that one would be in the largest itself. */
  #makeRoom({ account_id, host, address }: WaitingDelivery): boolean {
    const account = largerThan(this.#accounts, account_id, countOf);
    const hosts = account ?? this.#accounts.get(account_id);
    if (!hosts) return false;
    const hostGroup = largerThan(hosts.children, account ? undefined : host, countOf);
    const isOther = (account ?? hostGroup) !== null;
    const flows = hostGroup ?? hosts.children.get(host);
    const flow = flows && largerThan(flows.children, isOther ? undefined : address, ({ ids }) => ids.size);
    const newest = flow ? [...flow.ids].at(-1) : undefined;
    if (!flow || newest === undefined) return false;
    this.#remove(flow, newest);
    return true;
  }

  #remove(flow: Flow, id: string): void {
    const account = this.#accounts.get(flow.account_id);
    const ofHost = account?.children.get(flow.host);
    if (!account || !ofHost || !flow.ids.delete(id)) return;
    this.#count(account, ofHost, -1);
    if (flow.ids.size === 0) ofHost.children.delete(flow.address);
    if (ofHost.count === 0) account.children.delete(flow.host);
    if (account.count === 0) this.#accounts.delete(flow.account_id);
  }

  #count(account: AccountGroup, ofHost: HostGroup, by: 1 | -1): void {
    account.count += by;
    ofHost.count += by;
    this.#size += by;
  }
}

const countOf = ({ count }: { count: number }): number => count;

function newGroup<Child>(): Group<Child> {
  return { count: 0, children: new Map() };
}

function childOf<T>(children: Map<string, T>, key: string, create: () => T): T {
  const found = children.get(key) ?? create();
  children.set(key, found);
  return found;
}

/** The largest child; with a `key` only if it stays larger than the one there after that gets one more. */
function largerThan<T>(
  children: Map<string, T>,
  key: string | undefined,
  sizeOf: (child: T) => number,
): T | null {
  const own = key === undefined ? undefined : children.get(key);
  let size = key === undefined ? 0 : (own ? sizeOf(own) : 0) + 1;
  let largest: T | null = null;
  for (const child of children.values()) {
    if (sizeOf(child) <= size) continue;
    largest = child;
    size = sizeOf(child);
  }
  return largest;
}
