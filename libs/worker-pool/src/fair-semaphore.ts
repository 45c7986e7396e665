import { FairQueue } from './fair-queue';
import { WorkerPoolError } from './worker-pool-error';

export interface FairSemaphoreOptions {
  /** How many may hold a permit at once. */
  permits: number;
  waitingMax: number;
  waitingPerAccountMax: number;
}

interface Waiter {
  admit(): void;
  refuse(error: Error): void;
}

/** Permits that accounts take in turns; who waits may give up, and not too many may wait. */
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
   * Wait for a permit; whoever gets it calls `release` once.
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

  /** Give a permit back; the account whose turn it is gets it. */
  release(): void {
    this.#held -= 1;
    this.#admitNext();
  }

  /** Refuse all that wait. */
  refuseWaiting(error: Error): void {
    for (let waiter = this.#queue.shift(); waiter; waiter = this.#queue.shift()) waiter.refuse(error);
  }

  #wait(account: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#queue.remove(account, waiter);
        reject(signal?.reason as Error);
      };
      const waiter: Waiter = {
        admit: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', giveUp);
          reject(error);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      // Also past an empty queue, which so knows whose turn it was.
      this.#queue.push(account, waiter);
      this.#admitNext();
    });
  }

  #admitNext(): void {
    if (this.#held === this.options.permits) return;
    const next = this.#queue.shift();
    if (!next) return;
    this.#held += 1;
    next.admit();
  }
}
