import type { StepRun } from '@medley/contracts';

interface Waiter {
  run: StepRun;
  settle(granted: boolean): void;
  fail(reason: Error): void;
}

/** The attempts of a kind that may run at the same time. A message with several steps holds more than there are slots for. */
export class Slots {
  readonly #waiting = new Set<Waiter>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  tryAcquire(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /** Waits for a slot, in order. False: the attempt was dropped meanwhile. */
  acquire(run: StepRun): boolean | Promise<boolean> {
    if (this.tryAcquire()) return true;
    return new Promise((resolve, reject) => this.#waiting.add({ run, settle: resolve, fail: reject }));
  }

  release(): void {
    for (const waiter of this.#waiting) {
      this.#waiting.delete(waiter);
      return waiter.settle(true);
    }
    this.#free += 1;
  }

  /** Ends the waiting of these attempts. */
  drop(isMeant: (run: StepRun) => boolean): void {
    for (const waiter of this.#waiting) {
      if (!isMeant(waiter.run)) continue;
      this.#waiting.delete(waiter);
      waiter.settle(false);
    }
  }

  /** Ends all waiting with an error. */
  failWaiting(reason: Error): void {
    for (const waiter of this.#waiting) waiter.fail(reason);
    this.#waiting.clear();
  }
}
