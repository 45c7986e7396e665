import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Broker as SmqpBroker, ConsumeMessage, Consumer as Subscription } from 'smqp';
import type { Consumer } from './broker';

export interface MemoryConsumerOptions {
  queue: string;
  prefetch: number;
  /** Called for every message; must settle it and never reject. The signal says when to give up. */
  take(message: ConsumeMessage, signal: AbortSignal): Promise<void>;
}

/** A consumer of the in-memory broker: at most `prefetch` unacked messages; resubscribes after its queue was redeclared. */
export class MemoryConsumer implements Consumer {
  readonly #smqp: SmqpBroker;
  readonly #options: MemoryConsumerOptions;
  readonly #stopping = new AbortController();
  readonly #unacked = new Set<Promise<void>>();
  #subscription: Subscription | null = null;

  constructor(smqp: SmqpBroker, options: MemoryConsumerOptions) {
    this.#smqp = smqp;
    this.#options = options;
    this.#subscribe();
  }

  async stop(): Promise<void> {
    this.cancel();
    await Promise.all(this.#unacked);
  }

  /** Take no more messages and abandon the unacked ones without waiting. */
  cancel(): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.#subscription?.cancel({ keepPending: true });
  }

  #subscribe(): void {
    const { queue, prefetch } = this.#options;
    this.#smqp.assertQueue(queue, { autoDelete: false });
    const subscription: Subscription = this.#smqp.consume(queue, (_key, message) => this.#hold(message), {
      prefetch,
    });
    this.#subscription = subscription;
    subscription.on('cancel', () => {
      if (!this.#stopping.signal.aborted) setImmediate(() => this.#resubscribe());
    });
  }

  #resubscribe(): void {
    if (!this.#stopping.signal.aborted) this.#subscribe();
  }

  #hold(message: ConsumeMessage): void {
    const work = this.#take(message);
    this.#unacked.add(work);
    void work.finally(() => this.#unacked.delete(work));
  }

  async #take(message: ConsumeMessage): Promise<void> {
    // Never inside the publisher's call: a message over the wire would not be there so soon either.
    await nextTurn();
    await this.#options.take(message, this.#stopping.signal);
  }
}
