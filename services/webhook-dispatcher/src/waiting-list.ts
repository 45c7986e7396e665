import { dispatchLimits } from './dispatch-limits';

/**
 * The ids of tasks whose delivery is due and waits for a slot, by host. Bounded: deliveries that do not fit are returned
 * by a later poll.
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

  /** Add a task unless it is listed or its host is full. */
  add(host: string, taskId: string): void {
    const ofHost = this.#byHost.get(host) ?? new Set<string>();
    if (ofHost.has(taskId) || this.isFull(host)) return;
    this.#size += 1;
    ofHost.add(taskId);
    this.#byHost.set(host, ofHost);
  }

  /** Remove and return the task of a host that waits longest. */
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
   * The next host that satisfies `fits`: alternately the one that waits longest and the newest one, so that neither a
   * backlog nor a stream of new hosts can starve the others.
   */
  nextHost(fits: (host: string) => boolean): string | null {
    this.#pickOldest = !this.#pickOldest;
    const hosts = this.hosts();
    return (this.#pickOldest ? hosts.find(fits) : hosts.findLast(fits)) ?? null;
  }
}
