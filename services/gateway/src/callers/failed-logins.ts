interface Window {
  failures: number;
  /** Monotonic time in ms. */
  endsAt: number;
}

export const FAILED_LOGINS_PER_MINUTE = 20;
const WINDOW_MS = 60_000;
const ADDRESSES_MAX = 10_000;

/** Counts requests with unknown keys by client address, to slow down guessing. */
export class FailedLogins {
  readonly #windows = new Map<string, Window>();

  /** Record a failure; returns false when the limit of this minute is exceeded. */
  record(address: string): boolean {
    const window = this.#current(address);
    window.failures += 1;
    this.#windows.delete(address);
    this.#windows.set(address, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > ADDRESSES_MAX && oldest !== undefined) this.#windows.delete(oldest);
    return window.failures <= FAILED_LOGINS_PER_MINUTE;
  }

  state(address: string): { remaining: number; resetSeconds: number } {
    const { failures, endsAt } = this.#current(address);
    return {
      remaining: Math.max(0, FAILED_LOGINS_PER_MINUTE - failures),
      resetSeconds: Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000)),
    };
  }

  #current(address: string): Window {
    const now = performance.now();
    const known = this.#windows.get(address);
    return known && known.endsAt > now ? known : { failures: 0, endsAt: now + WINDOW_MS };
  }
}
