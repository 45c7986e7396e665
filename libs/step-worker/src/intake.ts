import type { Consumer } from '@medley/broker';
import type { StepKind } from '@medley/contracts';
import { messageOf, type Logger } from '@medley/kit';

interface IntakeOptions {
  kind: StepKind;
  logger: Logger;
  /** Subscribes to the queue of the kind. */
  consume(): Promise<Consumer>;
  /** Sends away what has been delivered and has not begun. */
  refuseWaiting(): void;
}

/** A subscription that failed is tried again after this long. */
const RETRY_MS = 1_000;

/**
 * Takes messages of a kind while no operator has paused it. It takes none before it has heard whether that is so: a worker
 * that starts while its kind is paused stays idle. A pause ends the subscription, so that the broker keeps the messages;
 * what runs, runs to its end.
 */
export class Intake {
  readonly #options: IntakeOptions;
  /** Ended subscriptions, whose steps still run. */
  readonly #ending = new Set<Promise<void>>();
  #isPaused: boolean | null = null;
  #isStopped = false;
  #consumer: Consumer | null = null;
  #subscribing: Promise<void> | null = null;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  get kind(): StepKind {
    return this.#options.kind;
  }

  /** Null: not known yet. */
  get isPaused(): boolean | null {
    return this.#isPaused;
  }

  /** Takes the list of the kinds that are paused. */
  hear(kinds: readonly StepKind[]): void {
    const { kind, logger, refuseWaiting } = this.#options;
    const isPaused = kinds.includes(kind);
    if (isPaused === this.#isPaused || this.#isStopped) return;
    const wasKnown = this.#isPaused !== null;
    this.#isPaused = isPaused;
    if (wasKnown || isPaused) logger.info(isPaused ? 'paused by an operator' : 'resumed', { kind });
    if (!isPaused) {
      this.#subscribe();
      return;
    }
    this.#unsubscribe();
    refuseWaiting();
  }

  /** Ends the subscription and waits until what was taken has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    await this.#subscribing;
    this.#unsubscribe();
    await Promise.all(this.#ending);
  }

  #subscribe(): void {
    if (this.#subscribing || this.#consumer) return;
    this.#subscribing = this.#options
      .consume()
      .then((consumer) => {
        this.#consumer = consumer;
      })
      .catch((error: unknown) => {
        this.#options.logger.warn('the subscription failed, it is repeated', { error: messageOf(error) });
        this.#retry = setTimeout(() => this.#settle(), RETRY_MS);
      })
      .finally(() => {
        this.#subscribing = null;
        if (this.#isPaused) this.#unsubscribe();
      });
  }

  #settle(): void {
    if (this.#isPaused === false && !this.#isStopped) this.#subscribe();
  }

  /** The end of a subscription waits for the steps that run; a new one need not wait for it. */
  #unsubscribe(): void {
    const consumer = this.#consumer;
    if (!consumer) return;
    this.#consumer = null;
    const ending = consumer
      .stop()
      .catch((error: unknown) => {
        const { kind, logger } = this.#options;
        logger.warn('the consumer did not stop in order', { kind, error: messageOf(error) });
      })
      .finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
