interface Waiter {
  signal: AbortSignal;
  grant(isGranted: boolean): void;
}

/** Bounds how many bodies a consumer handles at once. Waiters are served in order. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<Waiter>();
  /** Signals with an abort listener. */
  readonly #watched = new WeakSet<AbortSignal>();

  constructor(count: number) {
    this.#free = count;
  }

  /** False: the signal aborted before a slot became free. Otherwise the caller must `release` it. */
  take(signal: AbortSignal): boolean | Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    this.#watch(signal);
    return new Promise((grant) => this.#waiting.add({ signal, grant }));
  }

  release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next.grant(true);
  }

  #watch(signal: AbortSignal): void {
    if (this.#watched.has(signal)) return;
    this.#watched.add(signal);
    signal.addEventListener('abort', () => this.#dismiss(signal), { once: true });
  }

  #dismiss(signal: AbortSignal): void {
    for (const waiter of this.#waiting) {
      if (waiter.signal !== signal) continue;
      this.#waiting.delete(waiter);
      waiter.grant(false);
    }
  }
}
