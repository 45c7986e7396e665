import type { Channel } from 'amqplib';
import { messageOf, type Logger } from '@medley/kit';
import type { AmqpLink } from './amqp-link';
import type { AmqpNames } from './amqp-names';
import { declareQueue } from './declare-topology';
import { queueNames } from './topology';

const REFUSED_RETRY_MS = 10_000;

/** Keeps the queues and exchanges declared, and knows which of them the broker refuses. */
export class AmqpTopology {
  readonly #link: AmqpLink;
  readonly #names: AmqpNames;
  readonly #logger: Logger;
  #running: Promise<void> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;
  #refusals: string[] = [];

  constructor(link: AmqpLink, names: AmqpNames, logger: Logger) {
    this.#link = link;
    this.#names = names;
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

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
  }

  async #declareAll(): Promise<void> {
    clearTimeout(this.#retry);
    // A refusal closes its channel, so each queue has its own: one refused queue must not hide the others.
    const results = await Promise.all(queueNames.map((queue) => this.#declareOne(queue)));
    this.#refusals = [...new Set(results.filter((result) => result !== null))];
    if (this.#refusals.length === 0 || this.#closed) return;
    this.#logger.error('the broker refused declarations', { reason: this.fault });
    this.#retry = setTimeout(() => void this.declare(), REFUSED_RETRY_MS).unref();
  }

  async #declareOne(queue: (typeof queueNames)[number]): Promise<string | null> {
    let channel: Channel | undefined;
    try {
      channel = await this.#link.openChannel();
      await declareQueue(channel, this.#names, queue);
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
