import type { Channel, ConsumeMessage } from 'amqplib';
import { runInBackground, type Logger } from '@medley/kit';
import { AckGatherer } from './ack-gatherer';
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
  /** Must never reject. */
  handle(message: ConsumeMessage, channel: ChannelState): Promise<Disposition>;
  /** Messages ready in the queue; null when unknown. */
  depth(): Promise<number | null>;
  /** Milliseconds between checks for a stalled consumer. */
  stallCheckMs: number;
}

/** What a handler may ask about the channel of its delivery. */
export interface ChannelState {
  /** Aborted when the consumer stops or the channel closes. */
  signal: AbortSignal;
  /** Whether its deliveries can still be acked. */
  isOpen(): boolean;
}

/** A consumer on a channel of its own; it subscribes again after every failure until it is stopped. */
export class AmqpConsumer implements Consumer {
  readonly #options: AmqpConsumerOptions;
  readonly #supervisor: ChannelSupervisor;
  readonly #stopping = new AbortController();
  readonly #unacked = new Set<Promise<void>>();
  #tag = '';
  #isAbandoned = false;
  #acks: AckGatherer | null = null;
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
    this.#acks?.flush();
    await this.#supervisor.close();
  }

  /** Stops without waiting for unacked messages; RabbitMQ requeues them. */
  async abandon(): Promise<void> {
    this.#isAbandoned = true;
    this.#stopping.abort();
    await this.#supervisor.close();
  }

  async #setUp(channel: Channel): Promise<void> {
    const { queue, prefetch, declare } = this.#options;
    const closed = new AbortController();
    channel.once('close', () => closed.abort());
    const state: ChannelState = {
      signal: AbortSignal.any([closed.signal, this.#stopping.signal]),
      isOpen: () => !closed.signal.aborted && !this.#isAbandoned,
    };
    const acks = new AckGatherer(channel);
    await declare(channel);
    await channel.prefetch(prefetch);
    this.#acks = acks;
    const onMessage = (message: ConsumeMessage | null): void => {
      if (message) this.#handle(message, acks, state);
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

  #handle(message: ConsumeMessage, acks: AckGatherer, state: ChannelState): void {
    this.#delivered += 1;
    acks.delivered(message);
    // Delivered while the consumer stops: closing the channel requeues it.
    if (state.signal.aborted) return;
    const work = this.#options
      .handle(message, state)
      .then((disposition) => acks.settle(message, disposition));
    this.#unacked.add(work);
    const done = work.finally(() => this.#unacked.delete(work));
    runInBackground(done, this.#options.logger, 'settle');
  }
}
