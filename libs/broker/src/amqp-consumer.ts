import type { Channel, ConsumeMessage } from 'amqplib';
import type { Logger } from '@medley/kit';
import type { AmqpLink } from './amqp-link';
import type { Consumer } from './broker';
import { ChannelKeeper } from './channel-keeper';
import type { Verdict } from './handle-delivery';
import { watchStall } from './watch-stall';
import { withTimeout } from './with-timeout';

const CANCEL_MS = 3_000;

export interface AmqpConsumerOptions {
  link: AmqpLink;
  /** The queue's real name. */
  queue: string;
  prefetch: number;
  logger: Logger;
  /** Declare the queue: it may have vanished. */
  declare(channel: Channel): Promise<unknown>;
  /** Never rejects. The signal says when to give up. */
  take(message: ConsumeMessage, signal: AbortSignal): Promise<Verdict>;
  /** Messages ready in the queue, null when unknown. */
  depth(): Promise<number | null>;
  /** Milliseconds between checks for a stalled consumer. */
  stallCheckMs: number;
}

/** A consumer with its own channel, which consumes again after any failure until it is stopped. */
export class AmqpConsumer implements Consumer {
  readonly #options: AmqpConsumerOptions;
  readonly #keeper: ChannelKeeper;
  readonly #stopping = new AbortController();
  readonly #unacked = new Set<Promise<void>>();
  #tag = '';
  #delivered = 0;

  constructor(options: AmqpConsumerOptions) {
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

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#keeper.retire();
    const channel = this.#keeper.current;
    if (channel) await withTimeout(CANCEL_MS, channel.cancel(this.#tag));
    await Promise.all(this.#unacked);
    await this.#keeper.close();
  }

  /** Stop without waiting for unacked messages: they return to the queue. */
  async abandon(): Promise<void> {
    this.#stopping.abort();
    await this.#keeper.close();
  }

  async #setUp(channel: Channel): Promise<void> {
    const { queue, prefetch, declare } = this.#options;
    const gone = new AbortController();
    channel.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, this.#stopping.signal]);
    await declare(channel);
    await channel.prefetch(prefetch);
    const take = (message: ConsumeMessage | null): void => {
      if (message) this.#hold(channel, message, signal);
      else this.#leave(channel, 'the broker cancelled it');
    };
    const { consumerTag } = await channel.consume(queue, take);
    this.#tag = consumerTag;
    this.#watch(channel);
  }

  /** When a queue is deleted and declared anew within 30 ms, RabbitMQ 3.10 keeps its consumers and never serves them. */
  #watch(channel: Channel): void {
    const { prefetch, depth, stallCheckMs } = this.#options;
    const signs = {
      delivered: () => this.#delivered,
      hasCapacity: () => this.#unacked.size < prefetch,
      depth,
    };
    const stopWatching = watchStall(signs, stallCheckMs, () => this.#leave(channel, 'it gets nothing'));
    channel.once('close', stopWatching);
  }

  /** A new channel declares and consumes again. */
  #leave(channel: Channel, reason: string): void {
    this.#options.logger.warn('a consumer must subscribe again', { reason });
    void this.#keeper.replace(channel, CANCEL_MS);
  }

  #hold(channel: Channel, message: ConsumeMessage, signal: AbortSignal): void {
    this.#delivered += 1;
    // Delivered while stopping: closing the channel requeues it.
    if (signal.aborted) return;
    const work = this.#options.take(message, signal).then((verdict) => settle(channel, message, verdict));
    this.#unacked.add(work);
    void work.finally(() => this.#unacked.delete(work));
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
