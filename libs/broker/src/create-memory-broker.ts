import { Broker as SmqpBroker, type ConsumeMessage } from 'smqp';
import type { MessageBodies, MessageName, SignalBodies, SignalName } from '@medley/contracts';
import type { Registry } from 'prom-client';
import type { Logger } from '@medley/kit';
import type {
  Broker,
  Consumer,
  DeadLetter,
  MessageHandlers,
  PublishOutcome,
  QueueName,
  SignalEvent,
  SignalListener,
} from './broker';
import { createBrokerMetrics, type BrokerMetrics } from './broker-metrics';
import { decodeMessage, encodeMessage, type WireMessage } from './codec';
import { handleDelivery, retryUntilHandled } from './handle-delivery';
import { MemoryConsumer } from './memory-consumer';
import { DEAD_QUEUE, deathOf, MemoryQueues, receivedOf } from './memory-queues';
import { MemorySignals } from './memory-signals';
import { queueOf } from './topology';

export interface MemoryBrokerOptions {
  logger: Logger;
  /** The AMQP engine inside the process; given by tests that break things in it. */
  smqp?: SmqpBroker;
  /** Counters go here; at most one broker a registry. */
  metrics?: Registry;
}

/** An in-memory broker with the guarantees of RabbitMQ, except that its messages are lost on exit. */
export function createMemoryBroker(options: MemoryBrokerOptions): Broker {
  return new MemoryBroker(options);
}

class MemoryBroker implements Broker {
  readonly #logger: Logger;
  readonly #smqp: SmqpBroker;
  readonly #queues: MemoryQueues;
  readonly #signals: MemorySignals;
  readonly #meter: BrokerMetrics;
  readonly #consumers = new Set<MemoryConsumer>();
  #closed = false;

  constructor({ logger, smqp = new SmqpBroker(), metrics }: MemoryBrokerOptions) {
    this.#logger = logger;
    this.#smqp = smqp;
    this.#queues = new MemoryQueues(smqp);
    this.#signals = new MemorySignals(logger);
    this.#meter = createBrokerMetrics(metrics);
  }

  async publish<N extends MessageName>(name: N, body: MessageBodies[N]): Promise<PublishOutcome> {
    const message = encodeMessage(name, body);
    const outcome = this.#send(queueOf(name, body), message);
    this.#meter.published(name, outcome);
    return outcome;
  }

  async consume(
    queue: QueueName,
    handlers: MessageHandlers,
    options: { prefetch: number },
  ): Promise<Consumer> {
    const logger = this.#logger.child({ queue });
    return this.#start(queue, options.prefetch, async (message, signal) => {
      const { messageId = '' } = message.properties;
      const redelivered = message.fields.redelivered === true;
      const delivery = { ...receivedOf(message), messageId, redelivered };
      const verdict = await handleDelivery(delivery, handlers, { signal, logger });
      if (verdict === 'ack') message.ack();
      else if (verdict === 'reject') this.#reject(queue, message);
      else this.#queues.requeue(queue, message);
    });
  }

  async consumeDeadLetters(handler: (letter: DeadLetter) => Promise<void>): Promise<Consumer> {
    const logger = this.#logger.child({ queue: DEAD_QUEUE });
    return this.#start(DEAD_QUEUE, 1, async (message, signal) => {
      const verdict = await retryUntilHandled(() => handler(letterOf(message)), { signal, logger });
      if (verdict === 'dropped') message.nack(false, true);
      else message.ack();
    });
  }

  signal<N extends SignalName>(name: N, topic: string, body: SignalBodies[N]): void {
    this.#signals.publish({ name, topic, body });
  }

  async listen(handler: (event: SignalEvent) => void): Promise<SignalListener> {
    return this.#signals.listen(handler);
  }

  async depth(queue: QueueName): Promise<number | null> {
    return this.#queues.depth(queue);
  }

  trouble(): string | null {
    return this.#closed ? 'the broker is closed' : null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const consumer of this.#consumers) consumer.cancel();
    this.#signals.close();
  }

  #send(queue: QueueName, message: WireMessage): PublishOutcome {
    if (this.#closed) return 'unknown';
    if (this.#queues.publish(queue, message)) return 'confirmed';
    this.#queues.declare();
    return 'unroutable';
  }

  #reject(queue: QueueName, message: ConsumeMessage): void {
    this.#meter.rejected(queue);
    this.#queues.deadLetter(message, { reason: 'rejected', queue });
  }

  #start(
    queue: string,
    prefetch: number,
    take: (message: ConsumeMessage, signal: AbortSignal) => Promise<void>,
  ): Consumer {
    const consumer = new MemoryConsumer(this.#smqp, { queue, prefetch, take });
    this.#consumers.add(consumer);
    return { stop: () => consumer.stop().finally(() => this.#consumers.delete(consumer)) };
  }
}

function letterOf(message: ConsumeMessage): DeadLetter {
  const decoded = decodeMessage(receivedOf(message));
  return { ...deathOf(message), name: decoded.name, body: decoded.ok ? decoded.body : null };
}
