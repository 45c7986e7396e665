import { dispatchLimits } from './dispatch-limits';

/**
 * Tasks whose delivery is due and waits for a slot, by host; only their ids, for a task may have megabytes. Bounded: what
 * does not fit is left to the database, which will name it again.
 */
export class WaitingList {
  readonly #byHost = new Map<string, Set<string>>();
  #size = 0;
  #pickOldest = false;

  get size(): number {
    return this.#size;
  }

  hosts(): string[] {
    return [...this.#byHost.keys()];
  }

  isFull(host: string): boolean {
    return (
      this.#size >= dispatchLimits.waitingMax ||
      (this.#byHost.get(host)?.size ?? 0) >= dispatchLimits.waitingPerHostMax
    );
  }

  fullHosts(): string[] {
    return this.hosts().filter((host) => this.isFull(host));
  }

  /** A task is listed once. */
  add(host: string, taskId: string): void {
    const ofHost = this.#byHost.get(host) ?? new Set<string>();
    if (ofHost.has(taskId) || this.isFull(host)) return;
    this.#size += 1;
    ofHost.add(taskId);
    this.#byHost.set(host, ofHost);
  }

  /** Take the task of a host that waits longest. */
  shift(host: string): string | null {
    const ofHost = this.#byHost.get(host);
    const [first] = ofHost ?? [];
    if (!ofHost || first === undefined) return null;
    ofHost.delete(first);
    if (ofHost.size === 0) this.#byHost.delete(host);
    this.#size -= 1;
    return first;
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
