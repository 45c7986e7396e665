import type { Duplex } from 'node:stream';
import {
  connect,
  type Channel,
  type ChannelModel,
  type ConfirmChannel,
  type RecoveringChannelModel,
} from 'amqplib';
import type { Logger } from '@medley/kit';
import { withTimeout } from './with-timeout';

const HEARTBEAT_S = 10;
const HANDSHAKE_MS = 5_000;
const CLOSE_MS = 3_000;
/** Doubled from the first delay to the longest, for ever, from the first attempt on. */
const RECOVERY = { initialDelay: 100, maxDelay: 10_000, factor: 2, jitter: 0.2, waitForConnect: false };

export interface AmqpLinkOptions {
  url: string;
  /** Shown in RabbitMQ's list of connections. */
  name: string;
  logger: Logger;
}

/** One connection that always comes back. Its channels do not: see {@link ChannelKeeper}. */
export class AmqpLink {
  readonly #connection: RecoveringChannelModel;
  readonly #logger: Logger;
  readonly #closing = new AbortController();
  #model: ChannelModel | null = null;
  #fault: string | null = 'not connected to RabbitMQ yet';
  #blocked: string | null = null;

  static async open(options: AmqpLinkOptions): Promise<AmqpLink> {
    const connection = await connect(withHeartbeat(options.url), {
      noDelay: true,
      timeout: HANDSHAKE_MS,
      clientProperties: { connection_name: options.name },
      recovery: RECOVERY,
    });
    return new AmqpLink(connection, options.logger.child({ instance: options.name }));
  }

  private constructor(connection: RecoveringChannelModel, logger: Logger) {
    this.#connection = connection;
    this.#logger = logger;
    connection
      .on('connect', (model) => this.#onConnect(model))
      .on('connect-failed', (error) => this.#onDown('cannot connect to RabbitMQ', error))
      .on('disconnect', (error) => this.#onDown('lost RabbitMQ', error))
      .on('blocked', (reason) => this.#onBlocked(reason))
      .on('unblocked', () => this.#onBlocked(null))
      .on('handler-error', (error: Error) =>
        logger.error('an AMQP listener failed', { error: error.message }),
      )
      // What the error led to is told by `disconnect`, but an `error` nobody listens to ends the process.
      .on('error', (error) => logger.debug('AMQP error', { error: error.message }));
  }

  get isUp(): boolean {
    return this.#model !== null;
  }

  /** Null when messages can be sent over this connection now, else why not. */
  get trouble(): string | null {
    return this.#fault ?? this.#blocked;
  }

  get isBlocked(): boolean {
    return this.#blocked !== null;
  }

  /** Aborted when the link is closed for good. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Resolves when connected, or after `ms`. */
  async waitUp(ms: number): Promise<void> {
    await withTimeout(ms, this.#connection.waitForConnect());
  }

  /** Waits for the connection. Rejects when the link is closed meanwhile. */
  async openChannel(): Promise<Channel> {
    return quiet(await this.#connection.createChannel());
  }

  /** Like {@link openChannel}, with publisher confirms. */
  async openConfirmChannel(): Promise<ConfirmChannel> {
    return quiet(await this.#connection.createConfirmChannel());
  }

  /** Give a connection up that does not answer; a new one is made. */
  drop(reason: string): void {
    if (this.#model) streamOf(this.#model).destroy(new Error(reason));
  }

  async close(): Promise<void> {
    const model = this.#model;
    this.#closing.abort();
    this.#fault = 'the broker is closed';
    await withTimeout(CLOSE_MS, this.#connection.close());
    this.#model = null;
    if (model) streamOf(model).destroy();
  }

  #onConnect(model: ChannelModel): void {
    this.#model = model;
    this.#fault = null;
    this.#blocked = null;
    this.#logger.info('connected to RabbitMQ');
  }

  #onDown(what: string, error: Error): void {
    // A half-open socket would linger, and keep the process alive, long after amqplib has given it up.
    if (this.#model) streamOf(this.#model).destroy();
    this.#model = null;
    this.#blocked = null;
    if (this.closed.aborted) return;
    this.#fault = `${what}: ${error.message}`;
    this.#logger.warn(what, { error: error.message });
  }

  #onBlocked(reason: string | null): void {
    this.#blocked = reason === null ? null : `RabbitMQ blocks publishing: ${reason}`;
    this.#logger.warn(reason === null ? 'RabbitMQ takes messages again' : 'RabbitMQ blocks publishing', {
      reason,
    });
  }
}

/** Whoever opened the channel hears of its end by `close`; an `error` nobody listens to ends the process. */
function quiet<C extends Channel>(channel: C): C {
  channel.on('error', () => undefined);
  return channel;
}

function withHeartbeat(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_S));
  return parsed.href;
}

/** amqplib has no other way to leave a connection whose other side is silent. */
function streamOf(model: ChannelModel): Duplex {
  return (model.connection as ChannelModel['connection'] & { stream: Duplex }).stream;
}
