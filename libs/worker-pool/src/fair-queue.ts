interface Lane<T> {
  items: T[];
  /** The round in which the next item of this key is due. */
  round: number;
}

/**
 * A start-time fair queue with items of equal weight: an item waits for the earlier items of its own key and for at most
 * one item of each other key per round.
 */
export class FairQueue<T> {
  readonly #lanes = new Map<string, Lane<T>>();
  #round = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Number of waiting items of this key. */
  sizeOf(key: string): number {
    return this.#lanes.get(key)?.items.length ?? 0;
  }

  push(key: string, item: T): void {
    const lane = this.#lanes.get(key) ?? { items: [], round: this.#round };
    this.#lanes.set(key, lane);
    // An idle key accumulates no credit: it starts in the current round.
    if (lane.items.length === 0) lane.round = Math.max(lane.round, this.#round);
    lane.items.push(item);
    this.#size += 1;
  }

  /** Remove and return the next item: the oldest one of the key with the lowest round. */
  shift(): T | undefined {
    let next: Lane<T> | undefined;
    for (const lane of this.#lanes.values()) {
      if (lane.items.length > 0 && (next === undefined || lane.round < next.round)) next = lane;
    }
    if (!next) return undefined;
    const item = next.items.shift();
    this.#size -= 1;
    this.#round = next.round;
    next.round += 1;
    this.#deleteIdleLanes();
    return item;
  }

  /** Remove an item; returns whether it was in the queue. */
  remove(key: string, item: T): boolean {
    const items = this.#lanes.get(key)?.items ?? [];
    const index = items.indexOf(item);
    if (index < 0) return false;
    items.splice(index, 1);
    this.#size -= 1;
    return true;
  }

  /** An empty lane of a past round has no state that a new lane would not have. */
  #deleteIdleLanes(): void {
    for (const [key, lane] of this.#lanes) {
      if (lane.items.length === 0 && lane.round <= this.#round) this.#lanes.delete(key);
    }
  }
}
