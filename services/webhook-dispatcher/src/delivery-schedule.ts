import type { WaitingDelivery } from './receiver';
import { Slots, type Slot, type SlotLimits } from './slots';
import { Turns } from './turns';
import { WaitingList, type Flow, type WaitingLimits } from './waiting-list';

/** The next delivery to start, with its slot. */
export interface StartedDelivery {
  id: string;
  slot: Slot;
}

/** Decides which of the due deliveries starts next: those with a free slot, in turns between accounts and addresses. */
export class DeliverySchedule {
  readonly #slots: Slots;
  readonly #waiting: WaitingList;
  readonly #turns = new Turns();

  constructor(limits: SlotLimits, waiting?: WaitingLimits) {
    this.#slots = new Slots(limits);
    this.#waiting = new WaitingList(waiting);
  }

  get inFlight(): number {
    return this.#slots.taken;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Receivers whose last answer took over a second. */
  get slowReceivers(): number {
    return this.#slots.slowReceivers;
  }

  /** List a delivery if there is room; returns whether its receiver has a free slot now. */
  add(delivery: WaitingDelivery): boolean {
    this.#waiting.add(delivery);
    return this.#slots.canTake(delivery);
  }

  /** Take the next delivery off the list; null when no delivery can start now. */
  next(): StartedDelivery | null {
    const flow = this.#slots.isFull ? null : this.#turns.next(this.#ready());
    const slot = flow && this.#slots.take(flow);
    if (!slot) return null;
    this.#turns.took(flow);
    return { id: this.#waiting.shift(flow), slot };
  }

  /** The flows that have a free slot at their address. */
  #ready(): Flow[] {
    const flows = this.#waiting.flows((host) => !this.#slots.isHostFull(host));
    return [...flows].filter((flow) => this.#slots.canTake(flow));
  }
}
