import type { Channel, ConsumeMessage } from 'amqplib';
import { messageOf, type Logger } from '@medley/kit';
import type { AmqpLink } from './amqp-link';
import type { AmqpNames } from './amqp-names';
import type { SignalEvent, SignalListener } from './broker';
import { ChannelKeeper } from './channel-keeper';
import type { TopologyAccess } from './declare-topology';

/** Older signals make way: who is this far behind has no use for them. */
const QUEUE_LENGTH_MAX = 10_000;

export interface AmqpListenerPlan {
  link: AmqpLink;
  names: AmqpNames;
  access: TopologyAccess;
  logger: Logger;
  hear(event: SignalEvent): void;
}

/** An ear with a queue that lives as long as its connection; the topics are bound again on the next one. */
export class AmqpListener implements SignalListener {
  readonly #plan: AmqpListenerPlan;
  readonly #keeper: ChannelKeeper;
  readonly #topics = new Set<string>();
  /** Where topics can be bound right now. */
  #ear: { channel: Channel; queue: string } | null = null;

  constructor(plan: AmqpListenerPlan) {
    this.#plan = plan;
    this.#keeper = new ChannelKeeper({
      link: plan.link,
      open: () => plan.link.openChannel(),
      setUp: (channel) => this.#setUp(channel),
      logger: plan.logger,
    });
  }

  waitReady(ms: number): Promise<void> {
    return this.#keeper.waitReady(ms);
  }

  async bind(topic: string): Promise<void> {
    this.#topics.add(topic);
    await this.#onEar(({ channel, queue }) => channel.bindQueue(queue, this.#plan.names.signals, topic));
  }

  async unbind(topic: string): Promise<void> {
    this.#topics.delete(topic);
    await this.#onEar(({ channel, queue }) => channel.unbindQueue(queue, this.#plan.names.signals, topic));
  }

  close(): Promise<void> {
    return this.#keeper.close();
  }

  async #setUp(channel: Channel): Promise<void> {
    const { signals } = this.#plan.names;
    await this.#plan.access.signals(channel);
    const { queue } = await channel.assertQueue('', {
      exclusive: true,
      autoDelete: true,
      durable: false,
      maxLength: QUEUE_LENGTH_MAX,
    });
    // From here on a topic bound meanwhile goes straight to the queue, so none falls between.
    this.#ear = { channel, queue };
    for (const topic of this.#topics) await channel.bindQueue(queue, signals, topic);
    const take = (message: ConsumeMessage | null): void => {
      if (message) this.#deliver(message);
      else void this.#keeper.replace(channel, 0);
    };
    await channel.consume(queue, take, { noAck: true });
  }

  /** A failure means that the channel is gone, and the next one binds all topics. */
  async #onEar(act: (ear: { channel: Channel; queue: string }) => Promise<unknown>): Promise<void> {
    if (this.#ear) await act(this.#ear).catch(() => undefined);
  }

  #deliver({ properties, fields, content }: ConsumeMessage): void {
    try {
      const body = JSON.parse(content.toString('utf8')) as SignalEvent['body'];
      this.#plan.hear({ name: properties.type as SignalEvent['name'], topic: fields.routingKey, body });
    } catch (error) {
      this.#plan.logger.warn('a listener failed', { error: messageOf(error) });
    }
  }
}
