import type { MessageBodies, MessageName, SignalBodies, SignalName } from '@medley/contracts';
import type { Registry } from 'prom-client';
import type { Logger } from '@medley/kit';
import { AmqpConsumer, type AmqpConsumerOptions } from './amqp-consumer';
import { AmqpDepth } from './amqp-depth';
import { AmqpLink } from './amqp-link';
import { AmqpListener } from './amqp-listener';
import { amqpNames, type AmqpNames } from './amqp-names';
import { AmqpPublisher } from './amqp-publisher';
import { AmqpSignaller } from './amqp-signaller';
import { AmqpTopology } from './amqp-topology';
import { createBrokerMetrics, type BrokerMetrics } from './broker-metrics';
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
import { encodeMessage } from './codec';
import { checkingAccess, declaringAccess, type TopologyAccess } from './declare-topology';
import { handleDelivery, retryUntilHandled } from './handle-delivery';
import { readDeadLetter, receivedOf } from './read-dead-letter';
import { queueOf } from './topology';

/** Long enough for a broker that is there, short enough to start without one. */
const FIRST_CONNECT_MS = 5_000;
const STALL_CHECK_MS = 15_000;

export interface AmqpBrokerOptions {
  url: string;
  logger: Logger;
  /** Of the process, to be found again in RabbitMQ's list of connections. */
  name: string;
  /** Begins the name of every queue and exchange; systems with different ones do not meet. */
  prefix?: string;
  /** Whether to declare queues and exchanges (default), or only to look whether another process did. */
  declare?: boolean;
  /** How often a consumer looks whether the broker has forgotten it; one that was is served after two looks. */
  stallCheckMs?: number;
  /** Counters go here; at most one broker a registry. */
  metrics?: Registry;
}

/** RabbitMQ 3.10 or newer. Resolves without it too: it is waited for, and `trouble()` says so. */
export async function connectAmqpBroker(options: AmqpBrokerOptions): Promise<Broker> {
  const { url, logger, name, prefix = 'medley', stallCheckMs = STALL_CHECK_MS, metrics } = options;
  const [publishing, consuming] = await Promise.all([
    AmqpLink.open({ url, logger, name: `${name} (publishing)` }),
    AmqpLink.open({ url, logger, name: `${name} (consuming)` }),
  ]);
  const names = amqpNames(prefix);
  const access = (options.declare ?? true) ? declaringAccess(names) : checkingAccess(names);
  const meter = createBrokerMetrics(metrics);
  const broker = new AmqpBroker({ publishing, consuming, names, access, logger, stallCheckMs, meter });
  await broker.waitReady(FIRST_CONNECT_MS);
  return broker;
}

interface AmqpBrokerParts {
  publishing: AmqpLink;
  consuming: AmqpLink;
  names: AmqpNames;
  access: TopologyAccess;
  logger: Logger;
  stallCheckMs: number;
  meter: BrokerMetrics;
}

class AmqpBroker implements Broker {
  readonly #parts: AmqpBrokerParts;
  readonly #topology: AmqpTopology;
  readonly #publisher: AmqpPublisher;
  readonly #signaller: AmqpSignaller;
  readonly #depth: AmqpDepth;
  readonly #consumers = new Set<AmqpConsumer>();

  constructor(parts: AmqpBrokerParts) {
    const { publishing, consuming, names, access, logger } = parts;
    this.#parts = parts;
    this.#topology = new AmqpTopology(publishing, access, logger);
    this.#publisher = new AmqpPublisher({ link: publishing, names, topology: this.#topology, logger });
    this.#signaller = new AmqpSignaller({ link: publishing, names, access, logger });
    this.#depth = new AmqpDepth(consuming);
  }

  async waitReady(ms: number): Promise<void> {
    await Promise.all([
      this.#publisher.waitReady(ms),
      this.#signaller.waitReady(ms),
      this.#parts.consuming.waitUp(ms),
    ]);
  }

  async publish<N extends MessageName>(name: N, body: MessageBodies[N]): Promise<PublishOutcome> {
    const outcome = await this.#publisher.publish(queueOf(name, body), encodeMessage(name, body));
    this.#parts.meter.published(name, outcome);
    return outcome;
  }

  async consume(
    queue: QueueName,
    handlers: MessageHandlers,
    { prefetch }: { prefetch: number },
  ): Promise<Consumer> {
    const { names, access, meter } = this.#parts;
    const logger = this.#parts.logger.child({ queue });
    return this.#start({
      queue: names.queue(queue),
      prefetch,
      logger,
      declare: (channel) => access.queue(channel, queue),
      take: async (message, signal) => {
        const messageId = String(message.properties.messageId ?? '');
        const delivery = { ...receivedOf(message), messageId, redelivered: message.fields.redelivered };
        const verdict = await handleDelivery(delivery, handlers, { signal, logger });
        if (verdict === 'reject') meter.rejected(queue);
        return verdict;
      },
    });
  }

  async consumeDeadLetters(handler: (letter: DeadLetter) => Promise<void>): Promise<Consumer> {
    const { names, access } = this.#parts;
    const logger = this.#parts.logger.child({ queue: 'dead' });
    return this.#start({
      queue: names.dead,
      prefetch: 1,
      logger,
      declare: (channel) => access.frame(channel),
      take: (message, signal) =>
        retryUntilHandled(() => handler(readDeadLetter(message, names)), { signal, logger }),
    });
  }

  signal<N extends SignalName>(name: N, topic: string, body: SignalBodies[N]): void {
    this.#signaller.publish({ name, topic, body });
  }

  async listen(onEvent: (event: SignalEvent) => void): Promise<SignalListener> {
    const { consuming: link, names, access, logger } = this.#parts;
    const listener = new AmqpListener({ link, names, access, logger, onEvent });
    if (link.isUp) await listener.waitReady(FIRST_CONNECT_MS);
    return listener;
  }

  depth(queue: QueueName): Promise<number | null> {
    return this.#depth.of(this.#parts.names.queue(queue));
  }

  trouble(): string | null {
    return this.#publisher.trouble;
  }

  async close(): Promise<void> {
    const { publishing, consuming } = this.#parts;
    this.#topology.close();
    await Promise.all([...this.#consumers].map((consumer) => consumer.abandon()));
    await Promise.all([this.#publisher.close(), this.#signaller.close()]);
    await Promise.all([publishing.close(), consuming.close()]);
  }

  async #start(options: Omit<AmqpConsumerOptions, 'link' | 'depth' | 'stallCheckMs'>): Promise<Consumer> {
    const { consuming: link, stallCheckMs } = this.#parts;
    const depth = (): Promise<number | null> => this.#depth.of(options.queue);
    const consumer = new AmqpConsumer({ link, depth, stallCheckMs, ...options });
    this.#consumers.add(consumer);
    if (link.isUp) await consumer.waitReady(FIRST_CONNECT_MS);
    return { stop: () => consumer.stop().finally(() => this.#consumers.delete(consumer)) };
  }
}
