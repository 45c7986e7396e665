import type { Duplex } from 'node:stream';
import {
  connect,
  type Channel,
  type ChannelModel,
  type ConfirmChannel,
  type RecoveringChannelModel,
} from 'amqplib';
import type { Logger } from '@medley/kit';
import { AmqpNodes } from './amqp-nodes';
import { withTimeout } from './with-timeout';

const HANDSHAKE_MS = 5_000;
const CLOSE_MS = 3_000;

export interface AmqpConnectionOptions {
  /** Of one node, or of several of one cluster: `amqp://user:password@a:5672,b:5672/vhost`. */
  url: string;
  /** The `connection_name` that RabbitMQ shows in its list of connections. */
  name: string;
  logger: Logger;
}

/**
 * A connection that reconnects, to another node of the cluster if the URL lists several, until it is closed. Its channels
 * are not restored; {@link ChannelSupervisor} does that.
 */
export class AmqpConnection {
  readonly #connection: RecoveringChannelModel;
  readonly #nodes: AmqpNodes;
  readonly #logger: Logger;
  readonly #closing = new AbortController();
  #model: ChannelModel | null = null;
  #downReason: string | null = 'not connected to RabbitMQ yet';
  #blockedReason: string | null = null;

  static async open(options: AmqpConnectionOptions): Promise<AmqpConnection> {
    const nodes = new AmqpNodes(options.url);
    const connection = await connect(nodes.target, {
      noDelay: true,
      timeout: HANDSHAKE_MS,
      clientProperties: { connection_name: options.name },
      // Without a limit of attempts; the delay also applies to the first connection.
      recovery: { waitForConnect: false, calculateDelay: (attempt) => nodes.delayMs(attempt) },
    });
    return new AmqpConnection(connection, nodes, options.logger.child({ instance: options.name }));
  }

  private constructor(connection: RecoveringChannelModel, nodes: AmqpNodes, logger: Logger) {
    this.#connection = connection;
    this.#nodes = nodes;
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
      // `disconnect` reports the consequence; the listener is here because an unhandled `error` event ends the process.
      .on('error', (error) => logger.debug('AMQP error', { error: error.message }));
  }

  get isConnected(): boolean {
    return this.#model !== null;
  }

  /** Null when messages can be published over this connection now, else the reason. */
  get unavailableReason(): string | null {
    return this.#downReason ?? this.#blockedReason;
  }

  get isBlocked(): boolean {
    return this.#blockedReason !== null;
  }

  /** Whether there is another node to go to when this one answers and does not work. */
  get hasOtherNodes(): boolean {
    return this.#nodes.count > 1;
  }

  /** Aborted when the connection is closed permanently. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Resolves when connected, or after `ms`. */
  async waitConnected(ms: number): Promise<void> {
    await withTimeout(ms, this.#connection.waitForConnect());
  }

  /** Waits until connected, then opens a channel. Rejects when the connection is closed meanwhile. */
  async openChannel(): Promise<Channel> {
    return withErrorListener(await this.#connection.createChannel());
  }

  /** Like {@link openChannel}, in confirm mode. */
  async openConfirmChannel(): Promise<ConfirmChannel> {
    return withErrorListener(await this.#connection.createConfirmChannel());
  }

  /** Destroys the socket of an unresponsive connection; amqplib then reconnects. */
  drop(reason: string): void {
    if (this.#model) streamOf(this.#model).destroy(new Error(reason));
  }

  async close(): Promise<void> {
    const model = this.#model;
    this.#closing.abort();
    this.#downReason = 'the broker is closed';
    await withTimeout(CLOSE_MS, this.#connection.close());
    this.#model = null;
    if (model) streamOf(model).destroy();
  }

  #onConnect(model: ChannelModel): void {
    this.#model = model;
    this.#downReason = null;
    this.#blockedReason = null;
    this.#logger.info('connected to RabbitMQ', { node: this.#nodes.name });
  }

  #onDown(what: string, error: Error): void {
    // amqplib leaves a half-open socket as it is, and that would keep the process alive.
    if (this.#model) streamOf(this.#model).destroy();
    this.#model = null;
    this.#blockedReason = null;
    if (this.closed.aborted) return;
    const reason = explain(error);
    this.#downReason = `${what}: ${reason}`;
    this.#logger.warn(what, { error: reason, node: this.#nodes.name });
    this.#nodes.next();
  }

  #onBlocked(reason: string | null): void {
    this.#blockedReason = reason === null ? null : `RabbitMQ blocks publishing: ${reason}`;
    this.#logger.warn(reason === null ? 'RabbitMQ accepts publishing again' : 'RabbitMQ blocks publishing', {
      reason,
    });
  }
}

/** A server refuses a virtual host by closing during the handshake; amqplib tells no more than that. */
function explain({ message }: Error): string {
  if (message.startsWith('Expected ConnectionOpenOk; got <ConnectionClose')) {
    return 'the virtual host of AMQP_URL does not exist, or this user may not use it';
  }
  if (message.includes('ACCESS-REFUSED')) return 'the user or the password of AMQP_URL is refused';
  return message;
}

/** Owners of a channel watch `close`; the empty `error` listener keeps an unhandled `error` event from ending the process. */
function withErrorListener<C extends Channel>(channel: C): C {
  channel.on('error', () => undefined);
  return channel;
}

/** The socket: amqplib has no public way to abandon a connection whose peer does not answer. */
function streamOf(model: ChannelModel): Duplex {
  return (model.connection as ChannelModel['connection'] & { stream: Duplex }).stream;
}
