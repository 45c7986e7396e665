import { RecentMap } from './recent-map';
import type { Flow } from './waiting-list';

/** Accounts, and accounts at a host or address, whose last turn is remembered. */
const REMEMBERED_MAX = 10_000;

interface Turn {
  /** Its number; turns are counted from 1. */
  at: number;
  /** Whether the next one goes to the newest flow instead of the one that waits longest. */
  isForNewest: boolean;
}

/**
 * Decides which flow is next among those that could start now. Turns go around the accounts at each place where deliveries
 * wait for each other: in all, at a host, at an address. Each place remembers the last turns it gave, so that an account that
 * is served elsewhere keeps its turn here. Between the flows of an account turns alternate between the one that waits longest
 * and the newest, so that neither a backlog nor a stream of new addresses starves the others.
 */
export class Turns {
  readonly #places = {
    all: new RecentMap<Turn>(REMEMBERED_MAX),
    host: new RecentMap<Turn>(REMEMBERED_MAX),
    address: new RecentMap<Turn>(REMEMBERED_MAX),
  };
  #now = 0;

  /** The flow whose turn it is, null if there are none. Asking changes nothing, see {@link took}. */
  next(flows: readonly Flow[]): Flow | null {
    const inAll = this.#ofNextAccount(flows, 'all');
    if (!inAll) return null;
    const atHost = flows.filter(({ host }) => host === inAll.host);
    const address = this.#ofNextAccount(atHost, 'host')?.address;
    return this.#ofNextAccount(
      atHost.filter((flow) => flow.address === address),
      'address',
    );
  }

  /** Count the turn that a flow took. */
  took(flow: Flow): void {
    this.#now += 1;
    for (const place of ['all', 'host', 'address'] as const) {
      const isForNewest = !(this.#last(flow, place)?.isForNewest ?? false);
      this.#places[place].set(keyOf(flow, place), { at: this.#now, isForNewest });
    }
  }

  /** The next flow of the account whose last turn at the place is longest ago. */
  #ofNextAccount(flows: readonly Flow[], place: Place): Flow | null {
    const last = (flow: Flow): number => this.#last(flow, place)?.at ?? 0;
    const oldest = first(flows, (one, other) => last(one) - last(other) || one.since - other.since);
    if (!oldest || !this.#last(oldest, place)?.isForNewest) return oldest;
    const fresh = flows.filter(({ account_id, isNew }) => isNew && account_id === oldest.account_id);
    return first(fresh, (one, other) => other.since - one.since) ?? oldest;
  }

  #last(flow: Flow, place: Place): Turn | undefined {
    return this.#places[place].get(keyOf(flow, place));
  }
}

type Place = 'all' | 'host' | 'address';

function keyOf({ account_id, host, address }: Flow, place: Place): string {
  if (place === 'all') return account_id;
  return `${account_id} ${place === 'host' ? host : address}`;
}

function first(flows: readonly Flow[], compare: (one: Flow, other: Flow) => number): Flow | null {
  let least: Flow | null = null;
  for (const flow of flows) if (!least || compare(flow, least) < 0) least = flow;
  return least;
}
