interface Entry {
  dueAt: number;
  expire(): void;
}

/** One timer for any number of deadlines that are all the same time ahead. */
export class DeadlineClock {
  readonly #ms: number;
  /** In the order of their deadlines. */
  readonly #entries = new Set<Entry>();
  #timer: NodeJS.Timeout | null = null;

  /** `ms`: how long after its start a deadline is. */
  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Calls `expire` `ms` milliseconds after `startedAt` unless the returned function is called before. */
  start(expire: () => void, startedAt: number = performance.now()): () => void {
    const entry = { dueAt: startedAt + this.#ms, expire };
    this.#entries.add(entry);
    if (!this.#timer) this.#sleep(entry.dueAt);
    return () => void this.#entries.delete(entry);
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #sleep(until: number): void {
    const ms = Math.max(1, Math.ceil(until - performance.now()));
    this.#timer = setTimeout(() => this.#wake(), ms).unref();
  }

  #wake(): void {
    this.#timer = null;
    const now = performance.now();
    for (const entry of this.#entries) {
      if (entry.dueAt > now) {
        this.#sleep(entry.dueAt);
        return;
      }
      this.#entries.delete(entry);
      entry.expire();
    }
  }
}
