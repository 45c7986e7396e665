interface Waiter {
  signal: AbortSignal;
  grant(isGranted: boolean): void;
}

/**
 * Bounds how many bodies a consumer handles at once. Accounts whose bodies wait take turns; those of one account, and those that
 * name none, are served in order.
 */
export class Slots {
  #free: number;
  /** By account; the one whose turn is next comes first. */
  readonly #waiting = new Map<string | undefined, Set<Waiter>>();
  /** Signals with an abort listener. */
  readonly #watched = new WeakSet<AbortSignal>();

  constructor(count: number) {
    this.#free = count;
  }

  /** False: the signal aborted before a slot became free. Otherwise the caller must `release` it. */
  take(signal: AbortSignal, account: string | undefined): boolean | Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    this.#watch(signal);
    return new Promise((grant) => {
      const waiter = { signal, grant };
      const others = this.#waiting.get(account);
      if (others) others.add(waiter);
      else this.#waiting.set(account, new Set([waiter]));
    });
  }

  release(): void {
    const next = this.#takeTurn();
    if (next) next.grant(true);
    else this.#free += 1;
  }

  #takeTurn(): Waiter | undefined {
    const [turn] = this.#waiting;
    if (!turn) return undefined;
    const [account, waiters] = turn;
    const [next] = waiters;
    if (next) waiters.delete(next);
    // Behind the others.
    this.#waiting.delete(account);
    if (waiters.size > 0) this.#waiting.set(account, waiters);
    return next;
  }

  #watch(signal: AbortSignal): void {
    if (this.#watched.has(signal)) return;
    this.#watched.add(signal);
    signal.addEventListener('abort', () => this.#dismiss(signal), { once: true });
  }

  #dismiss(signal: AbortSignal): void {
    for (const [account, waiters] of this.#waiting) {
      for (const waiter of waiters) {
        if (waiter.signal !== signal) continue;
        waiters.delete(waiter);
        waiter.grant(false);
      }
      if (waiters.size === 0) this.#waiting.delete(account);
    }
  }
}
