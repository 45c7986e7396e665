/** What waits, by account: accounts take turns, and what one account has is taken in order. Items without an account share a turn. */
export class AccountTurns<T> {
  /** The account whose turn is next comes first. */
  readonly #waiting = new Map<string | undefined, Set<T>>();

  add(account: string | undefined, item: T): void {
    const others = this.#waiting.get(account);
    if (others) others.add(item);
    else this.#waiting.set(account, new Set([item]));
  }

  /** Removes the next item; undefined when nothing waits. */
  take(): T | undefined {
    const [turn] = this.#waiting;
    if (!turn) return undefined;
    const [account, items] = turn;
    const [next] = items;
    if (next !== undefined) items.delete(next);
    // Behind the others.
    this.#waiting.delete(account);
    if (items.size > 0) this.#waiting.set(account, items);
    return next;
  }

  /** Removes these items and returns them. */
  remove(isMeant: (item: T) => boolean): T[] {
    const removed: T[] = [];
    for (const [account, items] of this.#waiting) {
      for (const item of items) {
        if (!isMeant(item)) continue;
        items.delete(item);
        removed.push(item);
      }
      if (items.size === 0) this.#waiting.delete(account);
    }
    return removed;
  }
}
