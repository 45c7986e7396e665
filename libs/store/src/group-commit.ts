import { CALL_MS, callDatabase, unavailable } from './call-database';

export interface GroupCommitOptions<T, R> {
  /** Write all items in one call; returns their outcomes in the same order. A rejection applies to all. */
  write(items: readonly T[]): Promise<readonly PromiseSettledResult<R>[]>;
  maxItems: number;
  /** Of an item, in the unit of `maxSize`. Default: items have no size. */
  sizeOf?(item: T): number;
  /** Sum of the sizes of one call; a larger item gets a call of its own. */
  maxSize?: number;
  /** Maximum concurrent writes; 1 keeps items in order. A further one starts only for `FURTHER_MIN` items. */
  maxInFlight: number;
  /** Whose item it is. An owner with no item in flight does not wait for the writes of others: one further write may start for such. */
  ownerOf?(item: T): string | undefined;
  /** Called whenever the queue is empty and no write is in flight. */
  onIdle?: () => void;
}

/** Fewer items wait for the write in flight and share the next one, which costs less than a write of their own. */
const FURTHER_MIN = 16;

interface Waiting<T, R> {
  item: T;
  /** Monotonic milliseconds; after that the caller has got a timeout. */
  expiresAt: number;
  resolve(result: R): void;
  reject(reason: unknown): void;
}

/** Batches the items added while earlier ones are written: one round trip and one journal flush for each batch. */
export class GroupCommit<T, R> {
  #waiting: Waiting<T, R>[] = [];
  #inFlight = 0;
  #isScheduled = false;
  /** Items in flight by their owner. */
  readonly #owners = new Map<string, number>();

  constructor(private readonly options: GroupCommitOptions<T, R>) {}

  /** @throws AppError UPSTREAM_ERROR on a timeout, which includes the time in the queue */
  add(item: T): Promise<R> {
    return callDatabase(
      () =>
        new Promise((resolve, reject) => {
          this.#waiting.push({ item, expiresAt: performance.now() + CALL_MS, resolve, reject });
          this.#schedule();
        }),
    );
  }

  /** Items added in the same turn of the event loop share a batch. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    const done = (): void => {
      this.#inFlight -= 1;
      this.#pump();
    };
    for (let group = this.#takeNext(); group; group = this.#takeNext()) {
      const pending = group.filter(isPending);
      if (pending.length === 0) continue;
      this.#inFlight += 1;
      this.#countOwners(pending, 1);
      this.#write(pending)
        .finally(() => this.#countOwners(pending, -1))
        .then(done, done);
    }
    if (this.#inFlight === 0 && this.#waiting.length === 0) this.options.onIdle?.();
  }

  #takeNext(): Waiting<T, R>[] | null {
    const { maxInFlight, ownerOf } = this.options;
    const atLeast = this.#inFlight === 0 ? 1 : FURTHER_MIN;
    if (this.#inFlight < maxInFlight && this.#waiting.length >= atLeast) return this.#take(this.#waiting);
    if (!ownerOf || this.#inFlight === 0 || this.#inFlight > maxInFlight) return null;
    const unhindered = this.#waiting.filter(({ item }) => {
      const owner = ownerOf(item);
      return owner !== undefined && !this.#owners.has(owner);
    });
    return unhindered.length > 0 ? this.#take(unhindered) : null;
  }

  /** As many of these, from the first, as fit in a write. */
  #take(items: readonly Waiting<T, R>[]): Waiting<T, R>[] {
    const { maxItems, maxSize = Infinity, sizeOf = () => 0 } = this.options;
    let size = 0;
    const end = items.findIndex(({ item }, index) => {
      size += sizeOf(item);
      return index === maxItems || (index > 0 && size > maxSize);
    });
    const taken = items.slice(0, end === -1 ? maxItems : end);
    const isTaken = new Set(taken);
    this.#waiting = this.#waiting.filter((one) => !isTaken.has(one));
    return taken;
  }

  #countOwners(items: readonly Waiting<T, R>[], by: 1 | -1): void {
    for (const { item } of items) {
      const owner = this.options.ownerOf?.(item);
      if (owner === undefined) continue;
      const count = (this.#owners.get(owner) ?? 0) + by;
      if (count > 0) this.#owners.set(owner, count);
      else this.#owners.delete(owner);
    }
  }

  async #write(group: Waiting<T, R>[]): Promise<void> {
    try {
      const outcomes = await this.options.write(group.map(({ item }) => item));
      group.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome?.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome?.reason ?? unavailable('a grouped write gave no outcome'));
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

/** Items whose caller has timed out in the queue are not written. */
function isPending({ expiresAt }: { expiresAt: number }): boolean {
  return expiresAt > performance.now();
}

/** One {@link GroupCommit} per key, deleted when idle. */
export class KeyedGroupCommit<T, R> {
  readonly #groups = new Map<string, GroupCommit<T, R>>();

  constructor(private readonly optionsOf: (key: string) => GroupCommitOptions<T, R>) {}

  add(key: string, item: T): Promise<R> {
    const group = this.#groups.get(key) ?? this.#create(key);
    return group.add(item);
  }

  #create(key: string): GroupCommit<T, R> {
    const onIdle = (): void => void this.#groups.delete(key);
    const group = new GroupCommit<T, R>({ ...this.optionsOf(key), onIdle });
    this.#groups.set(key, group);
    return group;
  }
}
