import { Capacity } from './capacity';
import type { Receiver } from './receiver';
import { RecentMap } from './recent-map';

/** Receivers whose speed is remembered. */
const REMEMBERED_MAX = 10_000;
const QUICK_MS = 1_000;

/** The permit for one request in flight. */
export interface Slot {
  /** Release it, once. `tookMs`: response time of the receiver in milliseconds, null when no request was sent. */
  free(tookMs: number | null): void;
}

export interface SlotLimits {
  total: number;
  perHost: number;
  perAddress: number;
  /** The longest a slot can be held. */
  holdMs: number;
}

/**
 * Limits requests in flight in total, per host and per address. Within the total and within each host, addresses that
 * answer within a second have slots that no other address can take. A new address is judged by its host, but only for the
 * total: within the host it must prove itself, so that new paths that hang cannot take the slots of proven ones.
 */
export class Slots {
  readonly #total: Capacity;
  readonly #byHost = new Map<string, Capacity>();
  readonly #byAddress = new Map<string, number>();
  readonly #isQuick = new RecentMap<boolean>(REMEMBERED_MAX);
  readonly #isHostQuick = new RecentMap<boolean>(REMEMBERED_MAX);

  constructor(private readonly limits: SlotLimits) {
    this.#total = new Capacity(limits.total, limits.holdMs);
  }

  get taken(): number {
    return this.#total.taken;
  }

  /** Of the receivers that are remembered, those whose last answer was not quick. */
  get slowReceivers(): number {
    return this.#isQuick.count((isQuick) => !isQuick);
  }

  /** Whether no slot is left for anybody. */
  get isFull(): boolean {
    return this.#total.isFull;
  }

  /** Whether no slot is left for any address of this host. */
  isHostFull(host: string): boolean {
    return this.#byHost.get(host)?.isFull ?? false;
  }

  canTake(receiver: Receiver): boolean {
    const { address, host } = receiver;
    if (this.isFull || this.isHostFull(host)) return false;
    if ((this.#byAddress.get(address) ?? 0) >= this.limits.perAddress) return false;
    const now = performance.now();
    const ofHost = this.#byHost.get(host);
    return (
      this.#total.canTake(this.#isProven(receiver), now) &&
      (ofHost?.canTake(this.#isProvenAddress(receiver), now) ?? true)
    );
  }

  /** Null when the receiver must wait. */
  take(receiver: Receiver): Slot | null {
    if (!this.canTake(receiver)) return null;
    const { address, host } = receiver;
    const [isProven, isProvenAddress] = [this.#isProven(receiver), this.#isProvenAddress(receiver)];
    const ofHost = this.#byHost.get(host) ?? new Capacity(this.limits.perHost, this.limits.holdMs);
    const now = performance.now();
    this.#byHost.set(host, ofHost);
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1);
    ofHost.take(isProvenAddress, now);
    this.#total.take(isProven, now);
    let isFree = false;
    return {
      free: (tookMs) => {
        if (isFree) return;
        isFree = true;
        this.#total.free(isProven);
        ofHost.free(isProvenAddress);
        this.#forgetUnused(receiver, ofHost);
        if (tookMs !== null) this.#remember(receiver, tookMs < QUICK_MS);
      },
    };
  }

  /** Whether the last answer came within a second: of the address, or else of its host. */
  #isProven(receiver: Receiver): boolean {
    return this.#isQuick.get(receiver.address) ?? this.#isHostQuick.get(receiver.host) ?? false;
  }

  #isProvenAddress({ address }: Receiver): boolean {
    return this.#isQuick.get(address) ?? false;
  }

  #forgetUnused({ address, host }: Receiver, ofHost: Capacity): void {
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
    if (ofHost.taken === 0) this.#byHost.delete(host);
  }

  #remember({ address, host }: Receiver, isQuick: boolean): void {
    this.#isQuick.set(address, isQuick);
    this.#isHostQuick.set(host, isQuick);
  }
}
