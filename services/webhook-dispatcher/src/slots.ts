/** Hosts whose speed is remembered; the least recently used are dropped. */
const REMEMBERED_MAX = 10_000;
const QUICK_MS = 1_000;
/** Share of all slots for unproven hosts: their last answer took over a second, or there was none yet. */
const UNPROVEN_SHARE = 0.75;

/** The permit for one request in flight. */
export interface Slot {
  /** Release it, once. `tookMs`: response time of the host in milliseconds, null when no request was sent. */
  free(tookMs: number | null): void;
}

export interface SlotLimits {
  total: number;
  perHost: number;
  /** The longest a slot can be held. */
  holdMs: number;
}

/**
 * Limits requests in flight in total and per host. Unproven hosts get at most `UNPROVEN_SHARE` of the slots; past half of
 * that share they are admitted at the rate at which slots must be released, so that one is always free.
 */
export class Slots {
  readonly #byHost = new Map<string, number>();
  readonly #isQuick = new Map<string, boolean>();
  readonly #unprovenMax: number;
  readonly #unprovenBurst: number;
  readonly #admitIntervalMs: number;
  #taken = 0;
  #unproven = 0;
  #nextAdmitAt = 0;

  constructor(private readonly limits: SlotLimits) {
    this.#unprovenMax = Math.max(1, Math.floor(limits.total * UNPROVEN_SHARE));
    this.#unprovenBurst = Math.ceil(this.#unprovenMax / 2);
    this.#admitIntervalMs = limits.holdMs / Math.max(1, this.#unprovenMax - this.#unprovenBurst);
  }

  get taken(): number {
    return this.#taken;
  }

  /** Whether its last answer came within a second. */
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
    const isUnproven = !this.isQuick(host);
    if (this.#taken >= this.limits.total || this.isSaturated(host)) return null;
    if (isUnproven && !this.#admitUnproven(performance.now())) return null;
    this.#count(host, isUnproven, 1);
    let isFree = false;
    return {
      free: (tookMs) => {
        if (isFree) return;
        isFree = true;
        this.#count(host, isUnproven, -1);
        if (tookMs !== null) this.#remember(host, tookMs < QUICK_MS);
      },
    };
  }

  #admitUnproven(now: number): boolean {
    if (this.#unproven < this.#unprovenBurst) return true;
    if (this.#unproven >= this.#unprovenMax || now < this.#nextAdmitAt) return false;
    this.#nextAdmitAt = Math.max(now - this.#admitIntervalMs, this.#nextAdmitAt) + this.#admitIntervalMs;
    return true;
  }

  #count(host: string, isUnproven: boolean, by: 1 | -1): void {
    const ofHost = (this.#byHost.get(host) ?? 0) + by;
    if (ofHost === 0) this.#byHost.delete(host);
    else this.#byHost.set(host, ofHost);
    this.#taken += by;
    if (isUnproven) this.#unproven += by;
  }

  #remember(host: string, isQuick: boolean): void {
    this.#isQuick.delete(host);
    this.#isQuick.set(host, isQuick);
    const [oldest] = this.#isQuick.keys();
    if (this.#isQuick.size > REMEMBERED_MAX && oldest !== undefined) this.#isQuick.delete(oldest);
  }
}
