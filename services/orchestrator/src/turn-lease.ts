import { randomUUID } from 'node:crypto';
import type { Stores } from '@medley/store';
import { turnLimits } from './domain/turn-limits';

const NAME = 'turns';

/** The right to give turns: one orchestrator has it, so that the window holds for all of them together. */
export class TurnLease {
  readonly #holder = randomUUID();
  /** Monotonic milliseconds. */
  #heldUntil = -Infinity;

  constructor(private readonly leases: Stores['leases']) {}

  get isHeld(): boolean {
    return performance.now() < this.#heldUntil;
  }

  /** Acquire or renew it; others may acquire it `leaseMs` after the last renewal. */
  async renew(): Promise<void> {
    const since = performance.now();
    const isGranted = await this.leases.acquire(NAME, this.#holder, turnLimits.leaseMs);
    this.#heldUntil = isGranted ? since + turnLimits.leaseMs : -Infinity;
  }

  async release(): Promise<void> {
    if (!this.isHeld) return;
    this.#heldUntil = -Infinity;
    await this.leases.release(NAME, this.#holder);
  }
}
