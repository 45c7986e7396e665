import { randomUUID } from 'node:crypto';
import type { Stores } from '@medley/store';

/** The right to do something that only one process at a time should do. */
export class Lease {
  readonly #holder = randomUUID();
  /** Monotonic milliseconds. */
  #heldUntil = -Infinity;

  constructor(
    private readonly leases: Stores['leases'],
    private readonly options: { name: string; leaseMs: number },
  ) {}

  get isHeld(): boolean {
    return performance.now() < this.#heldUntil;
  }

  /** Whether it is held for half of its time at least, else acquire or renew it. */
  async hold(): Promise<boolean> {
    if (performance.now() < this.#heldUntil - this.options.leaseMs / 2) return true;
    await this.renew();
    return this.isHeld;
  }

  /** Acquire or renew it; others may acquire it `leaseMs` after the last renewal. */
  async renew(): Promise<void> {
    const { name, leaseMs } = this.options;
    const since = performance.now();
    const isGranted = await this.leases.acquire(name, this.#holder, leaseMs);
    this.#heldUntil = isGranted ? since + leaseMs : -Infinity;
  }

  async release(): Promise<void> {
    if (!this.isHeld) return;
    this.#heldUntil = -Infinity;
    await this.leases.release(this.options.name, this.#holder);
  }
}
