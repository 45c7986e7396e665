/** Something that happens at times of the monotonic clock. */
export interface Timed {
  /** When `onDue` is called next. To lower it, call `AttemptClock.wake` afterwards. */
  dueAt: number;
  /** Must raise `dueAt`. */
  onDue(now: number): void;
}

/** A timer may fire this much too early by the monotonic clock. */
const EARLY_MS = 0.5;
const TIMER_MAX_MS = 2 ** 31 - 1;

/** One timer for the heartbeats, limits and questions of all attempts of a process: an attempt that ends soon sets none. */
export class AttemptClock {
  readonly #timed = new Set<Timed>();
  #timer: NodeJS.Timeout | undefined;
  #firesAt = Infinity;

  add(timed: Timed): void {
    this.#timed.add(timed);
    this.wake(timed.dueAt);
  }

  remove(timed: Timed): void {
    this.#timed.delete(timed);
    if (this.#timed.size > 0) return;
    clearTimeout(this.#timer);
    this.#firesAt = Infinity;
  }

  /** Looks at everything at this time, if not sooner. */
  wake(at: number): void {
    if (at >= this.#firesAt) return;
    clearTimeout(this.#timer);
    this.#firesAt = at;
    const ms = Math.max(0, Math.ceil(at - performance.now() - EARLY_MS));
    this.#timer = setTimeout(() => this.#fire(), Math.min(ms, TIMER_MAX_MS));
  }

  #fire(): void {
    this.#firesAt = Infinity;
    const now = performance.now() + EARLY_MS;
    let next = Infinity;
    for (const timed of this.#timed) {
      if (timed.dueAt <= now) timed.onDue(now);
      // What ended meanwhile is no longer a member.
      if (this.#timed.has(timed)) next = Math.min(next, timed.dueAt);
    }
    this.wake(next);
  }
}
