import type { StepRun } from '@medley/contracts';
import { AccountTurns } from '@medley/kit';

interface Waiter {
  run: StepRun;
  settle(granted: boolean): void;
  fail(reason: Error): void;
}

/**
 * The attempts of a kind that may run at the same time. Messages with several steps and offers hold more than there are slots for;
 * accounts take turns.
 */
export class Slots {
  readonly #waiting = new AccountTurns<Waiter>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  tryAcquire(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /** Waits for a slot. False: the attempt was dropped meanwhile. */
  acquire(run: StepRun): boolean | Promise<boolean> {
    if (this.tryAcquire()) return true;
    return new Promise((resolve, reject) =>
      this.#waiting.add(run.account_id, { run, settle: resolve, fail: reject }),
    );
  }

  release(): void {
    const next = this.#waiting.take();
    if (next) next.settle(true);
    else this.#free += 1;
  }

  /** Ends the waiting of these attempts. */
  drop(isMeant: (run: StepRun) => boolean): void {
    for (const waiter of this.#waiting.remove(({ run }) => isMeant(run))) waiter.settle(false);
  }

  /** Ends all waiting with an error. */
  failWaiting(reason: Error): void {
    for (const waiter of this.#waiting.remove(() => true)) waiter.fail(reason);
  }
}
