import {
  signalTopics,
  type MessageBodies,
  type MessageName,
  type SignalBodies,
  type SignalName,
} from '@medley/contracts';
import type { Logger } from '@medley/kit';
import { AmqpConsumer, type AmqpConsumerOptions } from './amqp-consumer';
import { QueueDepthReader } from './queue-depth-reader';
import type { AmqpConnection } from './amqp-connection';
import { AmqpListener } from './amqp-listener';
import type { AmqpNames } from './amqp-names';
import { AmqpPublisher } from './amqp-publisher';
import { AmqpSignalPublisher } from './amqp-signal-publisher';
import { AmqpTopology } from './amqp-topology';
import type { BrokerMetrics } from './broker-metrics';
import type {
  Broker,
  ConsumeOptions,
  Consumer,
  DeadLetterHandler,
  ListenOptions,
  MessageHandlers,
  PublishOptions,
  PublishOutcome,
  QueueName,
  SignalEvent,
  SignalListener,
} from './broker';
import { encodeBody, type WireMessage } from './codec';
import { EnvelopeGatherer } from './envelope-gatherer';
import type { TopologyDeclarer } from './topology-declarer';
import { handleLetters } from './handle-delivery';
import { handleDelivery } from './handle-envelope';
import { readDeadLetters, receivedOf } from './read-dead-letter';
import { SelectiveSignals } from './selective-signals';
import { Slots } from './slots';
import { TopicAnnouncer } from './topic-announcer';
import { queueOf } from './topology';
import { tracePublish } from './trace-messages';

/** How long a start waits for RabbitMQ before it goes on without. */
export const FIRST_CONNECT_MS = 5_000;

interface AmqpBrokerDependencies {
  publishing: AmqpConnection;
  consuming: AmqpConnection;
  names: AmqpNames;
  declarer: TopologyDeclarer;
  logger: Logger;
  stallCheckMs: number;
  counters: BrokerMetrics;
}

/** A broker on two connections to RabbitMQ, see `connectAmqpBroker`. */
export class AmqpBroker implements Broker {
  readonly #dependencies: AmqpBrokerDependencies;
  readonly #topology: AmqpTopology;
  readonly #publisher: AmqpPublisher;
  readonly #gatherer: EnvelopeGatherer;
  readonly #signalPublisher: AmqpSignalPublisher;
  readonly #signals: SelectiveSignals;
  readonly #depths: QueueDepthReader;
  readonly #consumers = new Set<AmqpConsumer>();

  constructor(dependencies: AmqpBrokerDependencies) {
    const { publishing, consuming, names, declarer, logger } = dependencies;
    this.#dependencies = dependencies;
    this.#topology = new AmqpTopology(publishing, declarer, logger);
    this.#publisher = new AmqpPublisher({ connection: publishing, names, topology: this.#topology, logger });
    this.#gatherer = new EnvelopeGatherer((queue, message) => this.#publisher.publish(queue, message));
    this.#signalPublisher = new AmqpSignalPublisher({ connection: publishing, names, declarer, logger });
    this.#signals = new SelectiveSignals(this.#signalPublisher, {
      connection: consuming,
      names,
      declarer,
      logger,
    });
    this.#depths = new QueueDepthReader(consuming);
  }

  async waitReady(ms: number): Promise<void> {
    await Promise.all([
      this.#publisher.waitReady(ms),
      this.#signalPublisher.waitReady(ms),
      this.#dependencies.consuming.waitConnected(ms),
    ]);
  }

  async publish<N extends MessageName>(
    name: N,
    body: MessageBodies[N],
    { mayShare = false }: PublishOptions = {},
  ): Promise<PublishOutcome> {
    const queue = queueOf(name, body);
    const publisher = mayShare ? this.#gatherer : this.#publisher;
    const outcome = await tracePublish({ name, body, queue }, async (traced) =>
      publisher.publish(queue, encodeBody(name, traced)),
    );
    this.#dependencies.counters.published(name, outcome);
    return outcome;
  }

  async consume(
    queue: QueueName,
    handlers: MessageHandlers,
    { prefetch }: ConsumeOptions,
  ): Promise<Consumer> {
    const { names, declarer, counters } = this.#dependencies;
    const logger = this.#dependencies.logger.child({ queue });
    const publishAlone = (message: WireMessage): Promise<PublishOutcome> =>
      this.#publisher.publish(queue, message);
    const context = { handlers, logger, publishAlone, slots: new Slots(prefetch) };
    return this.#start({
      queue: names.queue(queue),
      prefetch,
      logger,
      declare: (channel) => declarer.queue(channel, queue),
      handle: async (message, { signal, isOpen }) => {
        const messageId = String(message.properties.messageId ?? '');
        const delivery = { ...receivedOf(message), messageId, redelivered: message.fields.redelivered };
        const settled = counters.held(queue);
        const disposition = await handleDelivery(delivery, { ...context, signal, isOpen }).finally(settled);
        if (disposition === 'reject') counters.rejected(queue);
        return disposition;
      },
    });
  }

  async consumeDeadLetters(handler: DeadLetterHandler): Promise<Consumer> {
    const { names, declarer } = this.#dependencies;
    const logger = this.#dependencies.logger.child({ queue: 'dead' });
    return this.#start({
      queue: names.dead,
      prefetch: 1,
      logger,
      declare: (channel) => declarer.base(channel),
      handle: (message, { signal }) =>
        handleLetters(readDeadLetters(message, names), handler, { signal, logger }),
    });
  }

  signal<N extends SignalName>(name: N, topic: string, body: SignalBodies[N]): void {
    this.#signals.publish({ name, topic, body });
  }

  async listen(
    onEvent: (event: SignalEvent) => void,
    { announcesTopics = false, ...options }: ListenOptions = {},
  ): Promise<SignalListener> {
    const { consuming: connection, names, declarer, logger } = this.#dependencies;
    const announcer = announcesTopics
      ? new TopicAnnouncer((body) => this.signal('listener.topics', signalTopics.listenerTopics, body))
      : undefined;
    const listener = new AmqpListener({
      connection,
      names,
      declarer,
      logger,
      onEvent,
      ...options,
      ...(announcer && { announcer }),
    });
    if (connection.isConnected) await listener.waitReady(FIRST_CONNECT_MS);
    return listener;
  }

  depth(queue: QueueName): Promise<number | null> {
    return this.#depths.read(this.#dependencies.names.queue(queue));
  }

  checkHealth(): string | null {
    return this.#publisher.unavailableReason;
  }

  async close(): Promise<void> {
    const { publishing, consuming } = this.#dependencies;
    this.#topology.close();
    await Promise.all([...this.#consumers].map((consumer) => consumer.abandon()));
    await Promise.all([this.#publisher.close(), this.#signalPublisher.close()]);
    await Promise.all([publishing.close(), consuming.close()]);
  }

  async #start(
    options: Omit<AmqpConsumerOptions, 'connection' | 'depth' | 'stallCheckMs'>,
  ): Promise<Consumer> {
    const { consuming: connection, stallCheckMs } = this.#dependencies;
    const depth = (): Promise<number | null> => this.#depths.read(options.queue);
    const consumer = new AmqpConsumer({ connection, depth, stallCheckMs, ...options });
    this.#consumers.add(consumer);
    if (connection.isConnected) await consumer.waitReady(FIRST_CONNECT_MS);
    return { stop: () => consumer.stop().finally(() => this.#consumers.delete(consumer)) };
  }
}
