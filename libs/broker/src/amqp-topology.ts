import { messageOf, type Logger } from '@medley/kit';
import type { AmqpLink } from './amqp-link';
import type { QueueName } from './broker';
import type { TopologyAccess } from './declare-topology';
import { queueNames } from './topology';

const REFUSED_RETRY_MS = 10_000;

/**
 * Declared anew within 30 ms, a deleted queue keeps its old consumers on RabbitMQ 3.10 but never serves them; given
 * a moment it cancels them, and they come back by themselves.
 */
const VANISHED_RETRY_MS = 500;

/** Keeps the queues and exchanges declared, and knows which of them the broker refuses. */
export class AmqpTopology {
  readonly #link: AmqpLink;
  readonly #access: TopologyAccess;
  readonly #logger: Logger;
  #running: Promise<void> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | null = null;
  #closed = false;
  #refusals: string[] = [];

  constructor(link: AmqpLink, access: TopologyAccess, logger: Logger) {
    this.#link = link;
    this.#access = access;
    this.#logger = logger;
  }

  /** Null, or which declarations the broker refused and why. */
  get fault(): string | null {
    return this.#refusals.length > 0 ? `topology refused: ${this.#refusals.join('; ')}` : null;
  }

  /** Declare everything; calls at the same time share one round. Never rejects. */
  declare(): Promise<void> {
    this.#running ??= this.#declareAll().finally(() => (this.#running = null));
    return this.#running;
  }

  /** A queue has vanished: declare it again, not at once. */
  declareSoon(): void {
    if (this.#closed) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = null;
      void this.declare();
    }, VANISHED_RETRY_MS).unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#soon ?? undefined);
  }

  async #declareAll(): Promise<void> {
    clearTimeout(this.#retry);
    // A refusal closes its channel, so each queue has its own: one refused queue must not hide the others.
    const results = await Promise.all(queueNames.map((queue) => this.#declareOne(queue)));
    const before = this.fault;
    this.#refusals = [...new Set(results.filter((result) => result !== null))];
    if (this.fault !== null && this.fault !== before) {
      this.#logger.error('the broker refused declarations', { reason: this.fault });
    }
    if (this.fault === null || this.#closed) return;
    this.#retry = setTimeout(() => void this.declare(), REFUSED_RETRY_MS).unref();
  }

  async #declareOne(queue: QueueName): Promise<string | null> {
    try {
      const channel = await this.#link.openChannel();
      await this.#access.queue(channel, queue);
      await channel.close();
      return null;
    } catch (error) {
      return isRefusal(error) ? messageOf(error) : null;
    }
  }
}

/** Replies of the broker have a number; a lost connection has none, and everything is declared again after it. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}
