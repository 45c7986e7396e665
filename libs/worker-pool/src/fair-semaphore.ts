import { FairQueue } from './fair-queue';
import { WorkerPoolError } from './worker-pool-error';

export interface FairSemaphoreOptions {
  /** Number of permits. */
  permits: number;
  waitingMax: number;
  waitingPerAccountMax: number;
}

interface Waiter {
  grant(): void;
  reject(error: Error): void;
}

/** A semaphore with a bounded waiting queue that is fair between accounts; an `AbortSignal` cancels the wait. */
export class FairSemaphore {
  readonly #queue = new FairQueue<Waiter>();
  #held = 0;

  constructor(private readonly options: FairSemaphoreOptions) {}

  get held(): number {
    return this.#held;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Wait for a permit. The caller must call `release` exactly once afterwards.
   * @throws WorkerPoolError `full`, `closed`; the reason of the signal
   */
  async acquire(account: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { permits, waitingMax, waitingPerAccountMax } = this.options;
    const ofAccount = this.#queue.sizeOf(account);
    // One may always wait, so that a few accounts cannot fill the queue for all others.
    const isFull = ofAccount > 0 && (ofAccount >= waitingPerAccountMax || this.#queue.size >= waitingMax);
    if (this.#held === permits && isFull) {
      throw new WorkerPoolError('full', 'too many tasks wait for a thread');
    }
    await this.#wait(account, signal);
  }

  /** Return a permit; the next waiter of the fair queue gets it. */
  release(): void {
    this.#held -= 1;
    this.#grantNext();
  }

  /** Reject all waiting callers. */
  rejectWaiting(error: Error): void {
    for (let waiter = this.#queue.shift(); waiter; waiter = this.#queue.shift()) waiter.reject(error);
  }

  #wait(account: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#queue.remove(account, waiter);
        reject(signal?.reason as Error);
      };
      const waiter: Waiter = {
        grant: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
        reject: (error) => {
          signal?.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      // The queue is used even when a permit is free, so that it counts this account's round.
      this.#queue.push(account, waiter);
      this.#grantNext();
    });
  }

  #grantNext(): void {
    if (this.#held === this.options.permits) return;
    const next = this.#queue.shift();
    if (!next) return;
    this.#held += 1;
    next.grant();
  }
}
