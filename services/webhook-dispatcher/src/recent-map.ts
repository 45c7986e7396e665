/** A map that keeps only the keys that were set last. */
export class RecentMap<V> {
  readonly #entries = new Map<string, V>();

  constructor(private readonly max: number) {}

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  count(isCounted: (value: V) => boolean): number {
    let count = 0;
    for (const value of this.#entries.values()) if (isCounted(value)) count += 1;
    return count;
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.max && oldest !== undefined) this.#entries.delete(oldest);
  }
}
