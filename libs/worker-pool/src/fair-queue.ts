interface Lane<T> {
  items: T[];
  /** The round in which the next item of this key is due. */
  round: number;
}

/**
 * A queue in which keys take turns: an item waits for the items before it of its own key and for at most one item of
 * each other key in a round (start-time fair queueing with items of equal weight).
 */
export class FairQueue<T> {
  readonly #lanes = new Map<string, Lane<T>>();
  #round = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Items of this key that wait. */
  sizeOf(key: string): number {
    return this.#lanes.get(key)?.items.length ?? 0;
  }

  push(key: string, item: T): void {
    const lane = this.#lanes.get(key) ?? { items: [], round: this.#round };
    this.#lanes.set(key, lane);
    // A key that waited for nothing for a while saves no turns up.
    if (lane.items.length === 0) lane.round = Math.max(lane.round, this.#round);
    lane.items.push(item);
    this.#size += 1;
  }

  /** The next item, of the key whose turn it is. */
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
    this.#forgetPast();
    return item;
  }

  /** Whether the item was there; it is not any more. */
  remove(key: string, item: T): boolean {
    const items = this.#lanes.get(key)?.items ?? [];
    const index = items.indexOf(item);
    if (index < 0) return false;
    items.splice(index, 1);
    this.#size -= 1;
    return true;
  }

  /** A key whose last turn lies in a past round is like a new one. */
  #forgetPast(): void {
    for (const [key, lane] of this.#lanes) {
      if (lane.items.length === 0 && lane.round <= this.#round) this.#lanes.delete(key);
    }
  }
}
