import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInBackground, type Logger } from '@medley/kit';
import type { Broker as SmqpBroker, ConsumeMessage, Consumer as Subscription } from 'smqp';
import type { Consumer } from './broker';

export interface MemoryConsumerOptions {
  queue: string;
  prefetch: number;
  logger: Logger;
  /** Called for every message; must settle it and never reject. The signal aborts when the consumer stops. */
  handle(message: ConsumeMessage, signal: AbortSignal): Promise<void>;
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

  /** Cancels the consumer without waiting for its unacked messages. */
  cancel(): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.#subscription?.cancel({ keepPending: true });
  }

  #subscribe(): void {
    const { queue, prefetch } = this.#options;
    this.#smqp.assertQueue(queue, { autoDelete: false });
    const subscription: Subscription = this.#smqp.consume(
      queue,
      (_key, message) => this.#onMessage(message),
      {
        prefetch,
      },
    );
    this.#subscription = subscription;
    subscription.on('cancel', () => {
      if (!this.#stopping.signal.aborted) setImmediate(() => this.#resubscribe());
    });
  }

  #resubscribe(): void {
    if (!this.#stopping.signal.aborted) this.#subscribe();
  }

  #onMessage(message: ConsumeMessage): void {
    const work = this.#handle(message);
    this.#unacked.add(work);
    const done = work.finally(() => this.#unacked.delete(work));
    runInBackground(done, this.#options.logger, 'settle');
  }

  async #handle(message: ConsumeMessage): Promise<void> {
    // Never within the call of the publisher: RabbitMQ delivers asynchronously.
    await nextTurn();
    await this.#options.handle(message, this.#stopping.signal);
  }
}
