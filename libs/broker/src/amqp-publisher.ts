import type { ConfirmChannel, Message } from 'amqplib';
import type { Logger } from '@medley/kit';
import type { AmqpLink } from './amqp-link';
import type { AmqpNames } from './amqp-names';
import type { AmqpTopology } from './amqp-topology';
import type { PublishOutcome, QueueName } from './broker';
import { ChannelKeeper } from './channel-keeper';
import type { WireMessage } from './codec';
import { Slots } from './slots';

const CONFIRM_MS = 5_000;
const UNCONFIRMED_MAX = 1_000;

export interface AmqpPublisherOptions {
  link: AmqpLink;
  names: AmqpNames;
  topology: AmqpTopology;
  logger: Logger;
}

/** Publishes with confirms over a connection that does nothing else, since an alarm of the broker stops it whole. */
export class AmqpPublisher {
  readonly #parts: AmqpPublisherOptions;
  readonly #keeper: ChannelKeeper<ConfirmChannel>;
  readonly #slots = new Slots(UNCONFIRMED_MAX);
  /** How many of a message id the broker returned; their confirms come right after. */
  readonly #returned = new Map<string, number>();

  constructor(parts: AmqpPublisherOptions) {
    this.#parts = parts;
    this.#keeper = new ChannelKeeper({
      link: parts.link,
      open: () => parts.link.openConfirmChannel(),
      setUp: (channel) => this.#setUp(channel),
      logger: parts.logger,
    });
  }

  get trouble(): string | null {
    const { link, topology } = this.#parts;
    if (link.trouble !== null) return link.trouble;
    if (!this.#keeper.current) return 'the publishing channel is being opened';
    return topology.fault;
  }

  waitReady(ms: number): Promise<void> {
    return this.#keeper.waitReady(ms);
  }

  async publish(queue: QueueName, message: WireMessage): Promise<PublishOutcome> {
    const startedAt = performance.now();
    if (!this.#keeper.current || this.#parts.link.isBlocked) return 'unknown';
    if (!(await this.#slots.take(CONFIRM_MS))) return 'unknown';
    const outcome = await this.#send(queue, message, CONFIRM_MS - (performance.now() - startedAt));
    this.#slots.release();
    if (outcome === 'unroutable') this.#parts.topology.declareSoon();
    return outcome;
  }

  close(): Promise<void> {
    return this.#keeper.close();
  }

  async #setUp(channel: ConfirmChannel): Promise<void> {
    this.#returned.clear();
    channel.on('return', ({ properties }: Message) => this.#countReturned(String(properties.messageId), 1));
    await this.#parts.topology.declare();
  }

  #send(queue: QueueName, message: WireMessage, ms: number): Promise<PublishOutcome> {
    const channel = this.#keeper.current;
    if (!channel) return Promise.resolve('unknown');
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve('unknown');
        void this.#replace(channel);
      }, ms);
      const settle = (outcome: PublishOutcome): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      const { name, version, messageId, content } = message;
      const options = {
        persistent: true,
        mandatory: true,
        contentType: 'application/json',
        type: name,
        messageId,
        headers: { version },
      };
      try {
        channel.publish(this.#parts.names.work, queue, content, options, (refused) => {
          const returned = this.#returned.has(messageId);
          if (returned) this.#countReturned(messageId, -1);
          settle(refused ? 'unknown' : returned ? 'unroutable' : 'confirmed');
        });
      } catch {
        settle('unknown'); // The channel closed under our hands.
      }
    });
  }

  #countReturned(messageId: string, by: 1 | -1): void {
    const count = (this.#returned.get(messageId) ?? 0) + by;
    if (count > 0) this.#returned.set(messageId, count);
    else this.#returned.delete(messageId);
  }

  /** A channel that does not confirm is of no use; nor is a connection that does not even close it. */
  async #replace(channel: ConfirmChannel): Promise<void> {
    const { link, logger } = this.#parts;
    if (this.#keeper.current !== channel || link.isBlocked) return;
    logger.warn('a confirm did not come in time', { ms: CONFIRM_MS });
    if (!(await this.#keeper.replace(channel, CONFIRM_MS))) link.drop('no confirms');
  }
}
