import type { Channel } from 'amqplib';
import { backoffMs, messageOf, runInBackground, type Logger } from '@medley/kit';
import type { AmqpConnection } from './amqp-connection';
import { pause } from './handle-delivery';
import { withTimeout } from './with-timeout';

const RETRY = { firstMs: 100, maxMs: 10_000 };
/** When a channel was open for this long, the backoff starts again at its first delay. */
const HEALTHY_MS = 10_000;
const CLOSE_MS = 3_000;

export interface ChannelOptions<C extends Channel> {
  connection: AmqpConnection;
  open(): Promise<C>;
  /** Prepares a new channel; a failure closes it, and another one is opened with backoff. */
  setUp(channel: C): Promise<void>;
  logger: Logger;
}

/** Keeps one channel open and set up across reconnects, refused declarations and deleted queues. */
export class ChannelSupervisor<C extends Channel = Channel> {
  readonly #options: ChannelOptions<C>;
  readonly #retired = new AbortController();
  /** Aborted when no further channel may be opened. */
  readonly #ended: AbortSignal;
  readonly #firstReady: Promise<void>;
  #current: C | null = null;

  constructor(options: ChannelOptions<C>) {
    this.#options = options;
    this.#ended = AbortSignal.any([this.#retired.signal, options.connection.closed]);
    this.#firstReady = new Promise((resolve) =>
      runInBackground(this.#run(resolve), options.logger, 'channel'),
    );
  }

  /** The channel when it is open and set up, else null. */
  get current(): C | null {
    return this.#current;
  }

  /** Resolves when the first channel is set up, or after `ms` milliseconds. */
  async waitReady(ms: number): Promise<void> {
    await withTimeout(ms, this.#firstReady);
  }

  /** Opens no further channel when the current one closes. */
  retire(): void {
    this.#retired.abort();
  }

  /** Closes permanently. Earlier acks are flushed; RabbitMQ requeues unacked messages. */
  async close(): Promise<void> {
    this.retire();
    if (this.#current) await closeChannel(this.#current);
  }

  /** Closes a channel so that another one is opened. False: RabbitMQ did not reply within `ms` milliseconds. */
  async replace(channel: C, ms: number): Promise<boolean> {
    if (this.#current === channel) this.#current = null;
    return closeChannel(channel, ms);
  }

  async #run(onReady: () => void): Promise<void> {
    let failures = 0;
    while (!this.#ended.aborted) {
      const startedAt = performance.now();
      await this.#runChannel(onReady);
      failures = performance.now() - startedAt > HEALTHY_MS ? 1 : failures + 1;
      await pause(backoffMs(failures, RETRY), this.#ended);
    }
  }

  /** Opens one channel, sets it up and waits until it closes. */
  async #runChannel(onReady: () => void): Promise<void> {
    let channel: C | undefined;
    try {
      channel = await this.#options.open();
      const closed = new Promise((resolve) => channel?.once('close', resolve));
      if (this.#ended.aborted) return;
      await this.#options.setUp(channel);
      if (this.#ended.aborted) return;
      this.#current = channel;
      onReady();
      await closed;
    } catch (error) {
      if (!this.#ended.aborted) {
        this.#options.logger.warn('an AMQP channel could not be set up', { error: messageOf(error) });
      }
    } finally {
      if (this.#current === channel) this.#current = null;
      if (channel) await closeChannel(channel);
    }
  }
}

/** False: RabbitMQ did not reply within `ms` milliseconds. */
async function closeChannel(channel: Channel, ms = CLOSE_MS): Promise<boolean> {
  // A rejection means that the channel or its connection is already closed.
  const ended = channel.close().then(
    () => true,
    () => true,
  );
  return (await withTimeout(ms, ended)) ?? false;
}
