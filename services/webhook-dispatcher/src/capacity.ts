/** Share of the slots for unproven receivers: their last answer took over a second, or there was none yet. */
const UNPROVEN_SHARE = 0.75;

/**
 * Counts the slots in use of a bounded number. Unproven receivers get at most `UNPROVEN_SHARE` of them; past half of that
 * share they are admitted at the rate at which slots must be released, so that one is always free for the next.
 */
export class Capacity {
  readonly #unprovenMax: number;
  readonly #unprovenBurst: number;
  readonly #admitIntervalMs: number;
  #taken = 0;
  #unproven = 0;
  #nextAdmitAt = 0;

  /** `holdMs`: the longest a slot can be held. */
  constructor(
    private readonly limit: number,
    holdMs: number,
  ) {
    this.#unprovenMax = Math.max(1, Math.floor(limit * UNPROVEN_SHARE));
    this.#unprovenBurst = Math.ceil(this.#unprovenMax / 2);
    this.#admitIntervalMs = holdMs / Math.max(1, this.#unprovenMax - this.#unprovenBurst);
  }

  get taken(): number {
    return this.#taken;
  }

  get isFull(): boolean {
    return this.#taken >= this.limit;
  }

  canTake(isProven: boolean, now: number): boolean {
    if (this.isFull) return false;
    if (isProven || this.#unproven < this.#unprovenBurst) return true;
    return this.#unproven < this.#unprovenMax && now >= this.#nextAdmitAt;
  }

  take(isProven: boolean, now: number): void {
    this.#taken += 1;
    if (isProven) return;
    if (this.#unproven >= this.#unprovenBurst) {
      const interval = this.#admitIntervalMs;
      this.#nextAdmitAt = Math.max(now - interval, this.#nextAdmitAt) + interval;
    }
    this.#unproven += 1;
  }

  free(isProven: boolean): void {
    this.#taken -= 1;
    if (!isProven) this.#unproven -= 1;
  }
}
