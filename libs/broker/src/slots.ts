import { AccountTurns } from '@medley/kit';

interface Waiter {
  signal: AbortSignal;
  grant(isGranted: boolean): void;
}

/** Bounds how many bodies a consumer handles at once. Accounts whose bodies wait take turns. */
export class Slots {
  #free: number;
  readonly #waiting = new AccountTurns<Waiter>();
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
    return new Promise((grant) => this.#waiting.add(account, { signal, grant }));
  }

  release(): void {
    const next = this.#waiting.take();
    if (next) next.grant(true);
    else this.#free += 1;
  }

  #watch(signal: AbortSignal): void {
    if (this.#watched.has(signal)) return;
    this.#watched.add(signal);
    signal.addEventListener('abort', () => this.#dismiss(signal), { once: true });
  }

  #dismiss(signal: AbortSignal): void {
    for (const waiter of this.#waiting.remove((one) => one.signal === signal)) waiter.grant(false);
  }
}
