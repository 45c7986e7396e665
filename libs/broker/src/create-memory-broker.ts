import { Broker as SmqpBroker, type ConsumeMessage } from 'smqp';
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
import { encodeBody, singleOf, type WireMessage } from './codec';
import { decodeAll } from './envelope';
import { EnvelopeGatherer } from './envelope-gatherer';
import { handleLetters } from './handle-delivery';
import { handleDelivery } from './handle-envelope';
import { MemoryConsumer, type MemoryConsumerOptions } from './memory-consumer';
import { DEAD_QUEUE, deadLetterInfoOf, MemoryQueues, receivedOf } from './memory-queues';
import { MemorySignals } from './memory-signals';
import { Slots } from './slots';
import { queueOf } from './topology';

export interface MemoryBrokerOptions {
  logger: Logger;
  /** The in-process AMQP implementation; tests pass it to inject faults. */
  smqp?: SmqpBroker;
  /** Registry of the counters; at most one broker for each registry. */
  metrics?: Registry;
}

/** An in-memory broker with the semantics of RabbitMQ, except that its messages are lost on exit. */
export function createMemoryBroker(options: MemoryBrokerOptions): Broker {
  return new MemoryBroker(options);
}

class MemoryBroker implements Broker {
  readonly #logger: Logger;
  readonly #smqp: SmqpBroker;
  readonly #queues: MemoryQueues;
  readonly #signals: MemorySignals;
  readonly #gatherer: EnvelopeGatherer;
  readonly #counters: BrokerMetrics;
  readonly #consumers = new Set<MemoryConsumer>();
  #closed = false;

  constructor({ logger, smqp = new SmqpBroker(), metrics }: MemoryBrokerOptions) {
    this.#logger = logger;
    this.#smqp = smqp;
    this.#queues = new MemoryQueues(smqp);
    this.#gatherer = new EnvelopeGatherer((queue, message) => promised(() => this.#send(queue, message)));
    this.#signals = new MemorySignals(logger);
    this.#counters = createBrokerMetrics(metrics);
  }

  async publish<N extends MessageName>(
    name: N,
    body: MessageBodies[N],
    { mayShare = false }: PublishOptions = {},
  ): Promise<PublishOutcome> {
    const encoded = encodeBody(name, body);
    const queue = queueOf(name, body);
    const outcome = mayShare
      ? await this.#gatherer.publish(queue, encoded)
      : this.#send(queue, singleOf(encoded));
    this.#counters.published(name, outcome);
    return outcome;
  }

  consume(queue: QueueName, handlers: MessageHandlers, { prefetch }: ConsumeOptions): Promise<Consumer> {
    const logger = this.#logger.child({ queue });
    const publishAlone = (message: WireMessage): Promise<PublishOutcome> =>
      promised(() => this.#send(queue, message));
    const isOpen = (): boolean => !this.#closed;
    const context = { handlers, logger, publishAlone, isOpen, slots: new Slots(prefetch) };
    const handle = async (message: ConsumeMessage, signal: AbortSignal): Promise<void> => {
      const { messageId = '' } = message.properties;
      // smqp leaves the field out of a first delivery.
      const redelivered = (message.fields.redelivered as boolean | undefined) ?? false;
      const delivery = { ...receivedOf(message), messageId, redelivered };
      const disposition = await handleDelivery(delivery, { ...context, signal });
      if (disposition === 'ack') message.ack();
      else if (disposition === 'reject') this.#reject(queue, message);
      else this.#queues.requeue(queue, message);
    };
    return promised(() => this.#start({ queue, prefetch, handle, logger }));
  }

  consumeDeadLetters(handler: DeadLetterHandler): Promise<Consumer> {
    const logger = this.#logger.child({ queue: DEAD_QUEUE });
    const handle = async (message: ConsumeMessage, signal: AbortSignal): Promise<void> => {
      const disposition = await handleLetters(deadLettersOf(message), handler, { signal, logger });
      if (disposition === 'release') message.nack(false, true);
      else message.ack();
    };
    return promised(() => this.#start({ queue: DEAD_QUEUE, prefetch: 1, handle, logger }));
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

  #reject(queue: QueueName, message: ConsumeMessage): void {
    this.#counters.rejected(queue);
    this.#queues.deadLetter(message, { reason: 'rejected', queue });
  }

  #start(options: MemoryConsumerOptions): Consumer {
    const consumer = new MemoryConsumer(this.#smqp, options);
    this.#consumers.add(consumer);
    return { stop: () => consumer.stop().finally(() => this.#consumers.delete(consumer)) };
  }
}

/** The result of synchronous work as a promise; what it throws becomes the rejection. */
function promised<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}

function deadLettersOf(message: ConsumeMessage): DeadLetter[] {
  const info = deadLetterInfoOf(message);
  return decodeAll(receivedOf(message)).map((decoded) => ({
    ...info,
    name: decoded.name,
    body: decoded.ok ? decoded.body : null,
  }));
}
