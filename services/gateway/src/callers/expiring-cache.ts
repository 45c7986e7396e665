interface Entry<V> {
  value: Promise<V>;
  /** Absent while it is loading. */
  loaded?: { value: V };
  /** Monotonic time in ms. */
  until: number;
}

/** Caches results of lookups (null included) for `ttlMs`; concurrent lookups of the same key share one load. */
export class ExpiringCache<V> {
  readonly #entries = new Map<string, Entry<V>>();

  constructor(private readonly options: { ttlMs: number; max: number; now?: () => number }) {}

  get(key: string, load: () => Promise<V>): Promise<V> {
    const now = (this.options.now ?? performance.now.bind(performance))();
    const known = this.#entries.get(key);
    if (known && known.until > now) return known.value;
    const value = load();
    this.#entries.delete(key);
    const entry: Entry<V> = { value, until: now + this.options.ttlMs };
    this.#entries.set(key, entry);
    this.#dropOldest();
    value.then(
      (loaded) => (entry.loaded = { value: loaded }),
      () => this.#forget(key, value),
    );
    return value;
  }

  /** Forget these values, and all that are being loaded: they may be old as well. */
  forget(isOld: (value: V) => boolean): void {
    for (const [key, { loaded }] of this.#entries) {
      if (!loaded || isOld(loaded.value)) this.#entries.delete(key);
    }
  }

  #forget(key: string, value: Promise<V>): void {
    if (this.#entries.get(key)?.value === value) this.#entries.delete(key);
  }

  /** A map keeps insertion order and all entries have the same TTL, so the first entry is the oldest. */
  #dropOldest(): void {
    if (this.#entries.size <= this.options.max) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
