import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Broker as Engine, ConsumeMessage, Consumer as Subscription } from 'smqp';
import type { Consumer } from './broker';

export interface MemoryConsumerOptions {
  queue: string;
  prefetch: number;
  /** Called for every message; must settle it and never reject. The signal says when to give up. */
  take(message: ConsumeMessage, signal: AbortSignal): Promise<void>;
}

/** A consumer of the twin: at most `prefetch` messages in hand, back again when its queue was deleted and declared anew. */
export class MemoryConsumer implements Consumer {
  readonly #engine: Engine;
  readonly #options: MemoryConsumerOptions;
  readonly #stopping = new AbortController();
  readonly #inHand = new Set<Promise<void>>();
  #subscription: Subscription | null = null;

  constructor(engine: Engine, options: MemoryConsumerOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#subscribe();
  }

  async stop(): Promise<void> {
    this.cancel();
    await Promise.all(this.#inHand);
  }

  /** Take no more messages and give up on those in hand, without waiting for them. */
  cancel(): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.#subscription?.cancel({ keepPending: true });
  }

  #subscribe(): void {
    const { queue, prefetch } = this.#options;
    this.#engine.assertQueue(queue, { autoDelete: false });
    const subscription: Subscription = this.#engine.consume(queue, (_key, message) => this.#hold(message), {
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
    this.#inHand.add(work);
    void work.finally(() => this.#inHand.delete(work));
  }

  async #take(message: ConsumeMessage): Promise<void> {
    // Never inside the publisher's call: a message over the wire would not be there so soon either.
    await nextTurn();
    await this.#options.take(message, this.#stopping.signal);
  }
}
