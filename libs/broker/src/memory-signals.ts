import { getRoutingKeyPattern } from 'smqp';
import { messageOf, type Logger } from '@medley/kit';
import type { SignalEvent, SignalListener } from './broker';

type OnEvent = (event: SignalEvent) => void;
type Pattern = ReturnType<typeof getRoutingKeyPattern>;

interface Subscription {
  onEvent: OnEvent;
  patterns: Map<string, Pattern>;
}

/** Signals of the in-memory broker: a subscription gets a signal once however many of its topics match. */
export class MemorySignals {
  readonly #logger: Logger;
  readonly #subscriptions = new Set<Subscription>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  publish(event: SignalEvent): void {
    const text = JSON.stringify(event);
    for (const subscription of this.#subscriptions) {
      const matches = [...subscription.patterns.values()].some((pattern) => pattern.test(event.topic));
      if (matches) setImmediate(() => this.#deliver(subscription, text));
    }
  }

  listen(onEvent: OnEvent): SignalListener {
    const subscription: Subscription = { onEvent, patterns: new Map() };
    this.#subscriptions.add(subscription);
    return {
      bind: (topic) => {
        subscription.patterns.set(topic, getRoutingKeyPattern(topic));
        return Promise.resolve();
      },
      unbind: (topic) => {
        subscription.patterns.delete(topic);
        return Promise.resolve();
      },
      close: () => {
        this.#subscriptions.delete(subscription);
        return Promise.resolve();
      },
    };
  }

  close(): void {
    this.#subscriptions.clear();
  }

  #deliver(subscription: Subscription, text: string): void {
    if (!this.#subscriptions.has(subscription)) return;
    try {
      subscription.onEvent(JSON.parse(text) as SignalEvent);
    } catch (error) {
      this.#logger.warn('a listener failed', { error: messageOf(error) });
    }
  }
}
