import type { EagerLimits } from './eager-limits';

interface Share {
  tasks: number;
  units: number;
}

/** Bounds the steps that run before their tasks are stored, for each account and together. */
export class EagerRoom {
  #tasks = 0;
  #pausedUntil = -Infinity;
  readonly #accounts = new Map<string, Share>();
  /** When refused accounts may run again, oldest first. */
  readonly #refused = new Map<string, number>();

  #pauseMs: number;

  constructor(private readonly limits: EagerLimits) {
    this.#pauseMs = limits.pauseMs;
  }

  /** Takes room for a task; returns what gives it back, or null when there is none. */
  enter(accountId: string, units: number, tasksMax: number): (() => void) | null {
    const now = performance.now();
    const share = this.#accounts.get(accountId) ?? { tasks: 0, units: 0 };
    if (now < this.#pausedUntil || now < (this.#refused.get(accountId) ?? -Infinity)) return null;
    if (this.#tasks >= this.limits.tasksMax || share.tasks >= tasksMax) return null;
    if (share.units + units > this.limits.accountUnitsMax) return null;
    this.#tasks += 1;
    share.tasks += 1;
    share.units += units;
    this.#accounts.set(accountId, share);
    return () => {
      this.#tasks -= 1;
      share.tasks -= 1;
      share.units -= units;
      if (share.tasks === 0) this.#accounts.delete(accountId);
    };
  }

  /** A worker replied in time. */
  answered(): void {
    this.#pauseMs = this.limits.pauseMs;
  }

  /** A worker did not reply in time. */
  pause(): void {
    this.#pausedUntil = performance.now() + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, this.limits.pauseMaxMs);
  }

  /** A task of the account was refused after its steps had run: it must not have work done for nothing again and again. */
  refuse(accountId: string): void {
    this.#refused.delete(accountId);
    this.#refused.set(accountId, performance.now() + this.limits.refusedMs);
    const [oldest] = this.#refused.keys();
    if (this.#refused.size > this.limits.accountsMax && oldest !== undefined) this.#refused.delete(oldest);
  }
}
