const PER_HOST_MAX = 100;
const TOTAL_MAX = 2_000;

/**
 * Deliveries that are due and wait for a slot, by host. Bounded: what does not fit is left to the database, which will
 * name it again.
 */
export class WaitingList<T> {
  readonly #byHost = new Map<string, Map<string, T>>();
  #size = 0;
  #pickOldest = false;

  get size(): number {
    return this.#size;
  }

  hosts(): string[] {
    return [...this.#byHost.keys()];
  }

  isFull(host: string): boolean {
    return this.#size >= TOTAL_MAX || (this.#byHost.get(host)?.size ?? 0) >= PER_HOST_MAX;
  }

  fullHosts(): string[] {
    return this.hosts().filter((host) => this.isFull(host));
  }

  /** One entry for each id; a newer one replaces the older in its place. */
  add(host: string, id: string, entry: T): void {
    const ofHost = this.#byHost.get(host) ?? new Map<string, T>();
    if (!ofHost.has(id)) {
      if (this.isFull(host)) return;
      this.#size += 1;
    }
    ofHost.set(id, entry);
    this.#byHost.set(host, ofHost);
  }

  /** Take the entry of a host that waits longest. */
  shift(host: string): T | null {
    const ofHost = this.#byHost.get(host);
    const first = ofHost?.entries().next().value;
    if (!ofHost || !first) return null;
    ofHost.delete(first[0]);
    if (ofHost.size === 0) this.#byHost.delete(host);
    this.#size -= 1;
    return first[1];
  }

  /**
   * The next host among those that fit: by turns the one waiting longest and the one that came last, so that neither a
   * backlog nor a stream of new hosts can keep the others out.
   */
  nextHost(fits: (host: string) => boolean): string | null {
    this.#pickOldest = !this.#pickOldest;
    const hosts = this.hosts();
    return (this.#pickOldest ? hosts.find(fits) : hosts.findLast(fits)) ?? null;
  }
}
