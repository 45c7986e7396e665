import type { Channel, ConsumeMessage } from 'amqplib';
import type { Logger } from '@medley/kit';
import type { AmqpLink } from './amqp-link';
import type { Consumer } from './broker';
import { ChannelKeeper } from './channel-keeper';
import type { Verdict } from './handle-delivery';
import { within } from './within';

const CANCEL_MS = 3_000;

export interface AmqpConsumerPlan {
  link: AmqpLink;
  /** The queue's real name. */
  queue: string;
  prefetch: number;
  logger: Logger;
  /** Declare the queue: it may have vanished. */
  declare(channel: Channel): Promise<void>;
  /** Never rejects. The signal says when to give up. */
  take(message: ConsumeMessage, signal: AbortSignal): Promise<Verdict>;
}

/** A consumer with a channel of its own that comes back after anything but its own stop. */
export class AmqpConsumer implements Consumer {
  readonly #plan: AmqpConsumerPlan;
  readonly #keeper: ChannelKeeper;
  readonly #stopping = new AbortController();
  readonly #inHand = new Set<Promise<void>>();
  #tag = '';

  constructor(plan: AmqpConsumerPlan) {
    this.#plan = plan;
    this.#keeper = new ChannelKeeper({
      open: () => plan.link.openChannel(),
      setUp: (channel) => this.#setUp(channel),
      logger: plan.logger,
    });
  }

  waitReady(ms: number): Promise<void> {
    return this.#keeper.waitReady(ms);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#keeper.retire();
    const channel = this.#keeper.current;
    if (channel) await within(CANCEL_MS, channel.cancel(this.#tag));
    await Promise.all(this.#inHand);
    await this.#keeper.close();
  }

  /** Stop without waiting for those in hand: they return to the queue. */
  async abandon(): Promise<void> {
    this.#stopping.abort();
    await this.#keeper.close();
  }

  async #setUp(channel: Channel): Promise<void> {
    const { queue, prefetch, declare } = this.#plan;
    const gone = new AbortController();
    channel.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, this.#stopping.signal]);
    await declare(channel);
    await channel.prefetch(prefetch);
    const { consumerTag } = await channel.consume(queue, (message) => {
      if (message) this.#hold(channel, message, signal);
      else this.#leave(channel);
    });
    this.#tag = consumerTag;
  }

  /** The broker cancelled us, because the queue was deleted for example: a new channel declares and consumes again. */
  #leave(channel: Channel): void {
    this.#plan.logger.warn('the broker cancelled a consumer');
    void this.#keeper.replace(channel, CANCEL_MS);
  }

  #hold(channel: Channel, message: ConsumeMessage, signal: AbortSignal): void {
    // Came in while stopping: closing the channel gives it back.
    if (signal.aborted) return;
    const work = this.#plan.take(message, signal).then((verdict) => settle(channel, message, verdict));
    this.#inHand.add(work);
    void work.finally(() => this.#inHand.delete(work));
  }
}

/** Only ever on the channel the message came over: its tag means something else on any other. */
function settle(channel: Channel, message: ConsumeMessage, verdict: Verdict): void {
  try {
    if (verdict === 'ack') channel.ack(message);
    else if (verdict === 'reject') channel.reject(message, false);
  } catch {
    // The channel is gone, the message is back in its queue and will find its work done.
  }
}
