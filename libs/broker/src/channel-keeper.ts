import type { Channel } from 'amqplib';
import { backoffMs, messageOf, type Logger } from '@medley/kit';
import type { AmqpLink } from './amqp-link';
import { pause } from './handle-delivery';
import { withTimeout } from './with-timeout';

const RETRY = { firstMs: 100, maxMs: 10_000 };
/** After a channel lived this long, the backoff starts again at its first delay. */
const HEALTHY_MS = 10_000;
const CLOSE_MS = 3_000;

export interface ChannelOptions<C extends Channel> {
  link: AmqpLink;
  open(): Promise<C>;
  /** Prepare a new channel; a failure closes it, and another one is opened later. */
  setUp(channel: C): Promise<void>;
  logger: Logger;
}

/** Keeps one channel open and set up across reconnects, refusals and deleted queues. */
export class ChannelKeeper<C extends Channel = Channel> {
  readonly #options: ChannelOptions<C>;
  readonly #retired = new AbortController();
  /** No other channel is opened after this. */
  readonly #ended: AbortSignal;
  readonly #firstReady: Promise<void>;
  #current: C | null = null;

  constructor(options: ChannelOptions<C>) {
    this.#options = options;
    this.#ended = AbortSignal.any([this.#retired.signal, options.link.closed]);
    this.#firstReady = new Promise((resolve) => void this.#run(resolve));
  }

  /** The channel, if it is open and set up now. */
  get current(): C | null {
    return this.#current;
  }

  /** Resolves when a channel was set up for the first time, or after `ms`. */
  async waitReady(ms: number): Promise<void> {
    await withTimeout(ms, this.#firstReady);
  }

  /** Open no other channel when this one is gone. */
  retire(): void {
    this.#retired.abort();
  }

  /** Close permanently. Earlier acks are flushed, unacked messages return to their queue. */
  async close(): Promise<void> {
    this.retire();
    if (this.#current) await closeChannel(this.#current);
  }

  /** Take a channel out of use and close it; false: the other side did not answer in time. */
  async replace(channel: C, ms: number): Promise<boolean> {
    if (this.#current === channel) this.#current = null;
    return closeChannel(channel, ms);
  }

  async #run(onReady: () => void): Promise<void> {
    let failures = 0;
    while (!this.#ended.aborted) {
      const startedAt = performance.now();
      await this.#live(onReady);
      failures = performance.now() - startedAt > HEALTHY_MS ? 1 : failures + 1;
      await pause(backoffMs(failures, RETRY), this.#ended);
    }
  }

  /** One channel from its opening to its end. */
  async #live(onReady: () => void): Promise<void> {
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

/** False: the other side did not answer in time. */
async function closeChannel(channel: Channel, ms = CLOSE_MS): Promise<boolean> {
  // A rejection means that the channel or its connection is closed already.
  const ended = channel.close().then(
    () => true,
    () => true,
  );
  return (await withTimeout(ms, ended)) ?? false;
}
