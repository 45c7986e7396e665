import type { Channel, ConsumeMessage } from 'amqplib';
import { runInBackground, type Logger } from '@medley/kit';
import type { AmqpConnection } from './amqp-connection';
import type { Consumer } from './broker';
import { ChannelSupervisor } from './channel-supervisor';
import type { Disposition } from './handle-delivery';
import { watchStall } from './watch-stall';
import { withTimeout } from './with-timeout';

const CANCEL_MS = 3_000;

export interface AmqpConsumerOptions {
  connection: AmqpConnection;
  /** The name of the queue in RabbitMQ, with prefix and version. */
  queue: string;
  prefetch: number;
  logger: Logger;
  /** Declares the queue, which may have been deleted. */
  declare(channel: Channel): Promise<unknown>;
  /** Must never reject. The signal aborts when the consumer stops or its channel closes. */
  handle(message: ConsumeMessage, signal: AbortSignal): Promise<Disposition>;
  /** Messages ready in the queue; null when unknown. */
  depth(): Promise<number | null>;
  /** Milliseconds between checks for a stalled consumer. */
  stallCheckMs: number;
}

/** A consumer on a channel of its own; it subscribes again after every failure until it is stopped. */
export class AmqpConsumer implements Consumer {
  readonly #options: AmqpConsumerOptions;
  readonly #supervisor: ChannelSupervisor;
  readonly #stopping = new AbortController();
  readonly #unacked = new Set<Promise<void>>();
  #tag = '';
  #delivered = 0;

  constructor(options: AmqpConsumerOptions) {
    this.#options = options;
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

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#supervisor.retire();
    const channel = this.#supervisor.current;
    if (channel) await withTimeout(CANCEL_MS, channel.cancel(this.#tag));
    await Promise.all(this.#unacked);
    await this.#supervisor.close();
  }

  /** Stops without waiting for unacked messages; RabbitMQ requeues them. */
  async abandon(): Promise<void> {
    this.#stopping.abort();
    await this.#supervisor.close();
  }

  async #setUp(channel: Channel): Promise<void> {
    const { queue, prefetch, declare } = this.#options;
    const closed = new AbortController();
    channel.once('close', () => closed.abort());
    const signal = AbortSignal.any([closed.signal, this.#stopping.signal]);
    await declare(channel);
    await channel.prefetch(prefetch);
    const onMessage = (message: ConsumeMessage | null): void => {
      if (message) this.#handle(channel, message, signal);
      else this.#resubscribe(channel, 'the broker cancelled it');
    };
    const { consumerTag } = await channel.consume(queue, onMessage);
    this.#tag = consumerTag;
    this.#watchStall(channel);
  }

  /** RabbitMQ 3.10 keeps the consumers of a queue that is deleted and redeclared within 30 ms, but never delivers to them. */
  #watchStall(channel: Channel): void {
    const { prefetch, depth, stallCheckMs } = this.#options;
    const probe = {
      delivered: () => this.#delivered,
      hasCapacity: () => this.#unacked.size < prefetch,
      depth,
    };
    const stopWatching = watchStall(probe, stallCheckMs, () => this.#resubscribe(channel, 'it is stalled'));
    channel.once('close', stopWatching);
  }

  /** Closes the channel; the supervisor opens another one, which declares and consumes again. */
  #resubscribe(channel: Channel, reason: string): void {
    this.#options.logger.warn('a consumer must subscribe again', { reason });
    runInBackground(this.#supervisor.replace(channel, CANCEL_MS), this.#options.logger, 'close channel');
  }

  #handle(channel: Channel, message: ConsumeMessage, signal: AbortSignal): void {
    this.#delivered += 1;
    // Delivered while the consumer stops: closing the channel requeues it.
    if (signal.aborted) return;
    const work = this.#options
      .handle(message, signal)
      .then((disposition) => settle(channel, message, disposition));
    this.#unacked.add(work);
    const done = work.finally(() => this.#unacked.delete(work));
    runInBackground(done, this.#options.logger, 'settle');
  }
}

/** A delivery tag is valid only on the channel that delivered the message. */
function settle(channel: Channel, message: ConsumeMessage, disposition: Disposition): void {
  try {
    if (disposition === 'ack') channel.ack(message);
    else if (disposition === 'reject') channel.reject(message, false);
  } catch {
    // The channel is closed and the message requeued; handlers are idempotent, so its redelivery is harmless.
  }
}
