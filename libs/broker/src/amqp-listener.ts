import type { Channel, ConsumeMessage } from 'amqplib';
import { messageOf, type Logger } from '@medley/kit';
import type { AmqpLink } from './amqp-link';
import type { AmqpNames } from './amqp-names';
import type { SignalEvent, SignalListener } from './broker';
import { ChannelKeeper } from './channel-keeper';
import type { TopologyAccess } from './declare-topology';

/** Queue length; older signals are dropped beyond it. */
const QUEUE_LENGTH_MAX = 10_000;

export interface AmqpListenerOptions {
  link: AmqpLink;
  names: AmqpNames;
  access: TopologyAccess;
  logger: Logger;
  onEvent(event: SignalEvent): void;
}

/** A listener with an exclusive queue on the current connection; it binds its topics again after a reconnect. */
export class AmqpListener implements SignalListener {
  readonly #options: AmqpListenerOptions;
  readonly #keeper: ChannelKeeper;
  readonly #topics = new Set<string>();
  /** Where topics can be bound right now. */
  #subscription: { channel: Channel; queue: string } | null = null;

  constructor(options: AmqpListenerOptions) {
    this.#options = options;
    this.#keeper = new ChannelKeeper({
      link: options.link,
      open: () => options.link.openChannel(),
      setUp: (channel) => this.#setUp(channel),
      logger: options.logger,
    });
  }

  waitReady(ms: number): Promise<void> {
    return this.#keeper.waitReady(ms);
  }

  async bind(topic: string): Promise<void> {
    this.#topics.add(topic);
    await this.#withSubscription(({ channel, queue }) =>
      channel.bindQueue(queue, this.#options.names.signals, topic),
    );
  }

  async unbind(topic: string): Promise<void> {
    this.#topics.delete(topic);
    await this.#withSubscription(({ channel, queue }) =>
      channel.unbindQueue(queue, this.#options.names.signals, topic),
    );
  }

  close(): Promise<void> {
    return this.#keeper.close();
  }

  async #setUp(channel: Channel): Promise<void> {
    const { signals } = this.#options.names;
    await this.#options.access.signals(channel);
    const { queue } = await channel.assertQueue('', {
      exclusive: true,
      autoDelete: true,
      durable: false,
      maxLength: QUEUE_LENGTH_MAX,
    });
    // From here on a topic bound meanwhile goes straight to the queue, so none falls between.
    this.#subscription = { channel, queue };
    for (const topic of this.#topics) await channel.bindQueue(queue, signals, topic);
    const take = (message: ConsumeMessage | null): void => {
      if (message) this.#deliver(message);
      else void this.#keeper.replace(channel, 0);
    };
    await channel.consume(queue, take, { noAck: true });
  }

  /** A failure means that the channel is gone, and the next one binds all topics. */
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
