import { runInBackground, type Logger } from '@medley/kit';
import type { Consumer, QueueName } from './broker';
import type { Disposition } from './handle-delivery';
import type { MemoryMessage, MemoryQueue, Receiver } from './memory-queue';
import type { DEAD_QUEUE, MemoryQueues } from './memory-queues';

export interface MemoryConsumerOptions {
  queue: QueueName | typeof DEAD_QUEUE;
  prefetch: number;
  logger: Logger;
  /** Must never reject. The signal aborts when the consumer stops. */
  handle(message: MemoryMessage, signal: AbortSignal): Promise<Disposition>;
  onRejected?(): void;
}

/** A consumer of the in-memory broker: at most `prefetch` unacked messages; resubscribes after its queue was deleted. */
export class MemoryConsumer implements Consumer, Receiver {
  readonly #queues: MemoryQueues;
  readonly #options: MemoryConsumerOptions;
  readonly #stopping = new AbortController();
  readonly #unacked = new Set<Promise<void>>();
  #queue: MemoryQueue;

  constructor(queues: MemoryQueues, options: MemoryConsumerOptions) {
    this.#queues = queues;
    this.#options = options;
    this.#queue = this.#subscribe();
  }

  get hasCapacity(): boolean {
    return this.#unacked.size < this.#options.prefetch;
  }

  async stop(): Promise<void> {
    this.cancel();
    await Promise.all(this.#unacked);
  }

  /** Cancels the consumer without waiting for its unacked messages. */
  cancel(): void {
    this.#stopping.abort();
    this.#queue.unsubscribe(this);
  }

  receive(message: MemoryMessage): void {
    const queue = this.#queue;
    const work = this.#options
      .handle(message, this.#stopping.signal)
      .then((disposition) => this.#settle(queue, message, disposition))
      .finally(() => {
        this.#unacked.delete(work);
        queue.wake();
      });
    this.#unacked.add(work);
    runInBackground(work, this.#options.logger, 'settle');
  }

  onDeleted(): void {
    setImmediate(() => {
      if (!this.#stopping.signal.aborted) this.#queue = this.#subscribe();
    });
  }

  #subscribe(): MemoryQueue {
    const queue = this.#queues.open(this.#options.queue);
    queue.subscribe(this);
    return queue;
  }

  #settle(queue: MemoryQueue, message: MemoryMessage, disposition: Disposition): void {
    const { queue: name, onRejected } = this.#options;
    if (disposition === 'release') this.#queues.requeue(name, queue, message);
    if (disposition !== 'reject') return;
    onRejected?.();
    this.#queues.deadLetter(message, 'rejected', name);
  }
}
