import { messageOf, runInBackground, type Logger } from '@medley/kit';
import type { AmqpConnection } from './amqp-connection';
import type { QueueName } from './broker';
import type { TopologyDeclarer } from './topology-declarer';
import { queueNames } from './topology';

const REFUSED_RETRY_MS = 10_000;

/**
 * RabbitMQ 3.10 never delivers to the consumers of a queue that is redeclared within 30 ms of its deletion. After a longer
 * pause it cancels them, and they subscribe again.
 */
const REDECLARE_MS = 500;

/** Keeps the queues and exchanges declared and records the declarations that RabbitMQ refuses. */
export class AmqpTopology {
  readonly #connection: AmqpConnection;
  readonly #declarer: TopologyDeclarer;
  readonly #logger: Logger;
  #running: Promise<void> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | null = null;
  #closed = false;
  #refusals: string[] = [];

  constructor(connection: AmqpConnection, declarer: TopologyDeclarer, logger: Logger) {
    this.#connection = connection;
    this.#declarer = declarer;
    this.#logger = logger;
  }

  /** Null, or the refused declarations with their reasons. */
  get refusalReason(): string | null {
    return this.#refusals.length > 0 ? `topology refused: ${this.#refusals.join('; ')}` : null;
  }

  /** Declares everything; concurrent calls share one run. Never rejects. */
  declare(): Promise<void> {
    this.#running ??= this.#declareAll().finally(() => (this.#running = null));
    return this.#running;
  }

  /** Declares everything after 500 ms, because a queue was deleted. */
  declareSoon(): void {
    if (this.#closed) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = null;
      this.#declareInBackground();
    }, REDECLARE_MS).unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#soon ?? undefined);
  }

  #declareInBackground(): void {
    runInBackground(this.declare(), this.#logger, 'declare');
  }

  async #declareAll(): Promise<void> {
    clearTimeout(this.#retry);
    // A refused declaration closes its channel, so each queue is declared on a channel of its own.
    const results = await Promise.all(queueNames.map((queue) => this.#declareOne(queue)));
    const before = this.refusalReason;
    this.#refusals = [...new Set(results.filter((result) => result !== null))];
    if (this.refusalReason !== null && this.refusalReason !== before) {
      this.#logger.error('the broker refused declarations', { reason: this.refusalReason });
    }
    if (this.refusalReason === null || this.#closed) return;
    this.#retry = setTimeout(() => this.#declareInBackground(), REFUSED_RETRY_MS).unref();
  }

  async #declareOne(queue: QueueName): Promise<string | null> {
    try {
      const channel = await this.#connection.openChannel();
      await this.#declarer.queue(channel, queue);
      await channel.close();
      return null;
    } catch (error) {
      return isRefusal(error) ? messageOf(error) : null;
    }
  }
}

/** AMQP errors have a numeric reply code; a lost connection has none, and the reconnect declares everything again. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}
