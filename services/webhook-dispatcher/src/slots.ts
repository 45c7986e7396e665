/** Hosts whose speed is remembered; the ones not heard of longest are forgotten. */
const REMEMBERED_MAX = 10_000;
const QUICK_MS = 1_000;
/** Share of all slots that hosts may hold whose last answer was slow, or that were never asked. */
const STRANGERS_SHARE = 0.75;

/** The right to have one request under way. */
export interface Slot {
  /** Give it back; only the first call counts. `tookMs`: how long the host took to answer, null when it was not asked. */
  free(tookMs: number | null): void;
}

export interface SlotLimits {
  total: number;
  perHost: number;
  /** The longest a slot can be held. */
  holdMs: number;
}

/**
 * Who may be sent to now. A host gets a few slots at once, and hosts that are not known to be quick never get all of
 * them: past half of their share they are let in only as fast as slots must come back, so that one is always free.
 */
export class Slots {
  readonly #byHost = new Map<string, number>();
  readonly #isQuick = new Map<string, boolean>();
  readonly #strangersMax: number;
  readonly #strangersFree: number;
  readonly #rationMs: number;
  #taken = 0;
  #strangers = 0;
  #nextRationAt = 0;

  constructor(private readonly limits: SlotLimits) {
    this.#strangersMax = Math.max(1, Math.floor(limits.total * STRANGERS_SHARE));
    this.#strangersFree = Math.ceil(this.#strangersMax / 2);
    this.#rationMs = limits.holdMs / Math.max(1, this.#strangersMax - this.#strangersFree);
  }

  get taken(): number {
    return this.#taken;
  }

  /** Answered within a second last time. */
  isQuick(host: string): boolean {
    return this.#isQuick.get(host) === true;
  }

  isSaturated(host: string): boolean {
    return (this.#byHost.get(host) ?? 0) >= this.limits.perHost;
  }

  saturatedHosts(): string[] {
    return [...this.#byHost.keys()].filter((host) => this.isSaturated(host));
  }

  /** Null when the host must wait. */
  take(host: string): Slot | null {
    const isStranger = !this.isQuick(host);
    if (this.#taken >= this.limits.total || this.isSaturated(host)) return null;
    if (isStranger && !this.#letIn(performance.now())) return null;
    this.#count(host, isStranger, 1);
    let isFree = false;
    return {
      free: (tookMs) => {
        if (isFree) return;
        isFree = true;
        this.#count(host, isStranger, -1);
        if (tookMs !== null) this.#remember(host, tookMs < QUICK_MS);
      },
    };
  }

  #letIn(now: number): boolean {
    if (this.#strangers < this.#strangersFree) return true;
    if (this.#strangers >= this.#strangersMax || now < this.#nextRationAt) return false;
    this.#nextRationAt = Math.max(now - this.#rationMs, this.#nextRationAt) + this.#rationMs;
    return true;
  }

  #count(host: string, isStranger: boolean, by: 1 | -1): void {
    const ofHost = (this.#byHost.get(host) ?? 0) + by;
    if (ofHost === 0) this.#byHost.delete(host);
    else this.#byHost.set(host, ofHost);
    this.#taken += by;
    if (isStranger) this.#strangers += by;
  }

  #remember(host: string, isQuick: boolean): void {
    this.#isQuick.delete(host);
    this.#isQuick.set(host, isQuick);
    const [oldest] = this.#isQuick.keys();
    if (this.#isQuick.size > REMEMBERED_MAX && oldest !== undefined) this.#isQuick.delete(oldest);
  }
}
