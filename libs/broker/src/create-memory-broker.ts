import type { MessageBodies, MessageName, SignalBodies, SignalName } from '@medley/contracts';
import type { Registry } from 'prom-client';
import type { Logger } from '@medley/kit';
import type {
  Broker,
  ConsumeOptions,
  Consumer,
  DeadLetter,
  DeadLetterHandler,
  MessageHandlers,
  PublishOptions,
  PublishOutcome,
  QueueName,
  SignalEvent,
  SignalListener,
} from './broker';
import { createBrokerMetrics, type BrokerMetrics } from './broker-metrics';
import { encodeBody, type WireMessage } from './codec';
import { decodeAll } from './envelope';
import { EnvelopeGatherer } from './envelope-gatherer';
import { handleLetters } from './handle-delivery';
import { handleDelivery } from './handle-envelope';
import { MemoryConsumer, type MemoryConsumerOptions } from './memory-consumer';
import type { MemoryMessage } from './memory-queue';
import { DEAD_QUEUE, MemoryQueues } from './memory-queues';
import { MemorySignals } from './memory-signals';
import { Slots } from './slots';
import { queueOf } from './topology';
import { tracePublish } from './trace-messages';

export interface MemoryBrokerOptions {
  logger: Logger;
  /** Shared with other clients, or with tests that inject faults. */
  queues?: MemoryQueues;
  /** Registry of the counters; at most one broker for each registry. */
  metrics?: Registry;
}

/** An in-memory broker with the semantics of RabbitMQ, except that its messages are lost on exit. */
export function createMemoryBroker(options: MemoryBrokerOptions): Broker {
  return new MemoryBroker(options);
}

class MemoryBroker implements Broker {
  readonly #logger: Logger;
  readonly #queues: MemoryQueues;
  readonly #signals: MemorySignals;
  readonly #gatherer: EnvelopeGatherer;
  readonly #counters: BrokerMetrics;
  readonly #consumers = new Set<MemoryConsumer>();
  #closed = false;

  constructor({ logger, queues = new MemoryQueues(), metrics }: MemoryBrokerOptions) {
    this.#logger = logger;
    this.#queues = queues;
    this.#gatherer = new EnvelopeGatherer((queue, message) => promised(() => this.#send(queue, message)));
    this.#signals = new MemorySignals(logger);
    this.#counters = createBrokerMetrics(metrics, () => false);
  }

  async publish<N extends MessageName>(
    name: N,
    body: MessageBodies[N],
    { mayShare = false }: PublishOptions = {},
  ): Promise<PublishOutcome> {
    const queue = queueOf(name, body);
    const outcome = await tracePublish({ name, body, queue }, async (traced) => {
      const encoded = encodeBody(name, traced);
      return mayShare ? this.#gatherer.publish(queue, encoded) : this.#send(queue, encoded);
    });
    this.#counters.published(name, outcome);
    return outcome;
  }

  consume(queue: QueueName, handlers: MessageHandlers, { prefetch }: ConsumeOptions): Promise<Consumer> {
    const logger = this.#logger.child({ queue });
    const publishAlone = (message: WireMessage): Promise<PublishOutcome> =>
      promised(() => this.#send(queue, message));
    const isOpen = (): boolean => !this.#closed;
    const context = { handlers, logger, publishAlone, isOpen, slots: new Slots(prefetch) };
    return promised(() =>
      this.#start({
        queue,
        prefetch,
        logger,
        handle: (message, signal) =>
          handleDelivery(message, { ...context, signal }).finally(this.#counters.held(queue)),
        onRejected: () => this.#counters.rejected(queue),
      }),
    );
  }

  consumeDeadLetters(handler: DeadLetterHandler): Promise<Consumer> {
    const logger = this.#logger.child({ queue: DEAD_QUEUE });
    return promised(() =>
      this.#start({
        queue: DEAD_QUEUE,
        prefetch: 1,
        logger,
        handle: (message, signal) => handleLetters(deadLettersOf(message), handler, { signal, logger }),
      }),
    );
  }

  signal<N extends SignalName>(name: N, topic: string, body: SignalBodies[N]): void {
    this.#signals.publish({ name, topic, body });
  }

  listen(handler: (event: SignalEvent) => void): Promise<SignalListener> {
    return promised(() => this.#signals.listen(handler));
  }

  depth(queue: QueueName): Promise<number | null> {
    return promised(() => this.#queues.depth(queue));
  }

  checkHealth(): string | null {
    return this.#closed ? 'the broker is closed' : null;
  }

  close(): Promise<void> {
    return promised(() => {
      this.#closed = true;
      for (const consumer of this.#consumers) consumer.cancel();
      this.#signals.close();
    });
  }

  #send(queue: QueueName, message: WireMessage): PublishOutcome {
    if (this.#closed) return 'unknown';
    if (this.#queues.publish(queue, message)) return 'confirmed';
    this.#queues.declare();
    return 'unroutable';
  }

  #start(options: MemoryConsumerOptions): Consumer {
    const consumer = new MemoryConsumer(this.#queues, options);
    this.#consumers.add(consumer);
    return { stop: () => consumer.stop().finally(() => this.#consumers.delete(consumer)) };
  }
}

/** The result of synchronous work as a promise; what it throws becomes the rejection. */
function promised<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}

function deadLettersOf(message: MemoryMessage): DeadLetter[] {
  const { reason, queue } = message.death ?? { reason: 'rejected', queue: '' };
  return decodeAll(message).map((decoded) => ({
    reason,
    queue,
    name: decoded.name,
    body: decoded.ok ? decoded.body : null,
  }));
}
