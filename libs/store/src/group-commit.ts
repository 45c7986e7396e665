export interface GroupCommitOptions<T, R> {
  /** Write all items in one go; the outcome of each in the same order. A rejection is the outcome of all. */
  write(items: readonly T[]): Promise<readonly PromiseSettledResult<R>[]>;
  maxItems: number;
  /** How many writes may be under way at once; 1 keeps items in order. */
  maxInFlight: number;
}

interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(reason: unknown): void;
}

/** Gathers what is asked for while earlier items are being written, then writes it together: one round trip, one journal flush. */
export class GroupCommit<T, R> {
  #waiting: Waiting<T, R>[] = [];
  #inFlight = 0;
  #isWoken = false;

  constructor(private readonly options: GroupCommitOptions<T, R>) {}

  get isIdle(): boolean {
    return this.#inFlight === 0 && this.#waiting.length === 0;
  }

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#isWoken) return;
      this.#isWoken = true;
      // Everything asked for in this turn of the event loop goes out together.
      setImmediate(() => {
        this.#isWoken = false;
        this.#pump();
      });
    });
  }

  #pump(): void {
    while (this.#inFlight < this.options.maxInFlight && this.#waiting.length > 0) {
      this.#inFlight += 1;
      void this.#write(this.#waiting.splice(0, this.options.maxItems)).finally(() => {
        this.#inFlight -= 1;
        this.#pump();
      });
    }
  }

  async #write(group: Waiting<T, R>[]): Promise<void> {
    try {
      const outcomes = await this.options.write(group.map(({ item }) => item));
      group.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome?.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome?.reason ?? new Error('a grouped write gave no outcome'));
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

/** One {@link GroupCommit} per key, forgotten when it has nothing to do. */
export class KeyedGroupCommit<T, R> {
  readonly #groups = new Map<string, GroupCommit<T, R>>();

  constructor(private readonly optionsOf: (key: string) => GroupCommitOptions<T, R>) {}

  async add(key: string, item: T): Promise<R> {
    const group = this.#groups.get(key) ?? new GroupCommit<T, R>(this.optionsOf(key));
    this.#groups.set(key, group);
    try {
      return await group.add(item);
    } finally {
      if (group.isIdle) this.#groups.delete(key);
    }
  }
}
