import type { Channel, ConsumeMessage } from 'amqplib';
import { messageOf, runInBackground, type Logger } from '@medley/kit';
import type { AmqpConnection } from './amqp-connection';
import type { AmqpNames } from './amqp-names';
import type { SignalEvent, SignalListener } from './broker';
import { ChannelSupervisor } from './channel-supervisor';
import type { TopicAnnouncer } from './topic-announcer';
import type { TopologyDeclarer } from './topology-declarer';

/** Queue length; older signals are dropped beyond it. */
const QUEUE_LENGTH_MAX = 10_000;

export interface AmqpListenerOptions {
  connection: AmqpConnection;
  names: AmqpNames;
  declarer: TopologyDeclarer;
  logger: Logger;
  onEvent(event: SignalEvent): void;
  /** Announces the topics of this listener. */
  announcer?: TopicAnnouncer;
  /** See `ListenOptions`. */
  boundTo?: string;
  /** All topics are bound on a new channel. */
  onSubscribed?(): void;
  /** The channel closed; signals are lost until the next `onSubscribed`. */
  onLost?(): void;
}

/** A listener with an exclusive queue on the current connection; it binds its topics again after a reconnect. */
export class AmqpListener implements SignalListener {
  readonly #options: AmqpListenerOptions;
  readonly #supervisor: ChannelSupervisor;
  readonly #topics = new Set<string>();
  /** The open channel and its exclusive queue; null while there is none. */
  #subscription: { channel: Channel; queue: string } | null = null;

  constructor(options: AmqpListenerOptions) {
    this.#options = options;
    if (options.boundTo !== undefined) this.#topics.add(options.boundTo);
    this.#supervisor = new ChannelSupervisor({
      connection: options.connection,
      open: () => options.connection.openChannel(),
      setUp: (channel) => this.#setUp(channel),
      logger: options.logger,
    });
  }

  waitReady(ms: number): Promise<void> {
    return this.#supervisor.waitReady(ms);
  }

  async bind(topic: string): Promise<void> {
    const { announcer, boundTo, names } = this.#options;
    if (boundTo !== undefined) return announcer?.add(topic);
    this.#topics.add(topic);
    await this.#withSubscription(({ channel, queue }) => channel.bindQueue(queue, names.signals, topic));
    // A publisher answers the announcement with what it has left out, which must find the binding.
    if (this.#topics.has(topic)) announcer?.add(topic);
  }

  async unbind(topic: string): Promise<void> {
    this.#options.announcer?.remove(topic);
    if (this.#options.boundTo !== undefined) return;
    this.#topics.delete(topic);
    await this.#withSubscription(({ channel, queue }) =>
      channel.unbindQueue(queue, this.#options.names.signals, topic),
    );
  }

  close(): Promise<void> {
    this.#options.announcer?.close();
    return this.#supervisor.close();
  }

  async #setUp(channel: Channel): Promise<void> {
    const { signals } = this.#options.names;
    await this.#options.declarer.signals(channel);
    const { queue } = await channel.assertQueue('', {
      exclusive: true,
      autoDelete: true,
      durable: false,
      maxLength: QUEUE_LENGTH_MAX,
    });
    // Set before the loop: a topic bound while the loop awaits goes straight to the queue, so none is missed.
    this.#subscription = { channel, queue };
    for (const topic of this.#topics) await channel.bindQueue(queue, signals, topic);
    const onMessage = (message: ConsumeMessage | null): void => {
      if (message) this.#deliver(message);
      else runInBackground(this.#supervisor.replace(channel, 0), this.#options.logger, 'close channel');
    };
    await channel.consume(queue, onMessage, { noAck: true });
    channel.once('close', () => this.#options.onLost?.());
    this.#options.onSubscribed?.();
  }

  /** A failure means that the channel is closed; the next one binds all topics. */
  async #withSubscription(
    act: (subscription: { channel: Channel; queue: string }) => Promise<unknown>,
  ): Promise<void> {
    if (this.#subscription) await act(this.#subscription).catch(() => undefined);
  }

  #deliver({ properties, fields, content }: ConsumeMessage): void {
    try {
      const body = JSON.parse(content.toString('utf8')) as SignalEvent['body'];
      this.#options.onEvent({ name: properties.type as SignalEvent['name'], topic: fields.routingKey, body });
    } catch (error) {
      this.#options.logger.warn('a listener failed', { error: messageOf(error) });
    }
  }
}
