import { messageOf, type Logger } from '@medley/kit';
import type { SignalEvent, SignalListener } from './broker';
import { matchesTopic } from './matches-topic';

type OnEvent = (event: SignalEvent) => void;

interface Subscription {
  onEvent: OnEvent;
  /** Topics that must be compared one by one. */
  patterns: Set<string>;
}

/** Signals of the in-memory broker: a subscription gets a signal once however many of its topics match. */
export class MemorySignals {
  readonly #logger: Logger;
  readonly #subscriptions = new Set<Subscription>();
  /** Subscriptions by topics without wildcards, or with a last `#` only. */
  readonly #index = new Map<string, Set<Subscription>>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  publish(event: SignalEvent): void {
    const listening = this.#findListening(event.topic);
    if (listening.size === 0) return;
    const text = JSON.stringify(event);
    for (const subscription of listening) setImmediate(() => this.#deliver(subscription, text));
  }

  listen(onEvent: OnEvent): SignalListener {
    const subscription: Subscription = { onEvent, patterns: new Set() };
    const topics = new Set<string>();
    this.#subscriptions.add(subscription);
    const unbind = (topic: string): Promise<void> => {
      topics.delete(topic);
      this.#unbind(subscription, topic);
      return Promise.resolve();
    };
    return {
      bind: (topic) => {
        topics.add(topic);
        this.#bind(subscription, topic);
        return Promise.resolve();
      },
      unbind,
      close: async () => {
        this.#subscriptions.delete(subscription);
        await Promise.all([...topics].map(unbind));
      },
    };
  }

  close(): void {
    this.#subscriptions.clear();
    this.#index.clear();
  }

  #bind(subscription: Subscription, topic: string): void {
    if (!isIndexed(topic)) {
      subscription.patterns.add(topic);
      return;
    }
    const known = this.#index.get(topic);
    if (known) known.add(subscription);
    else this.#index.set(topic, new Set([subscription]));
  }

  #unbind(subscription: Subscription, topic: string): void {
    subscription.patterns.delete(topic);
    const known = this.#index.get(topic);
    if (known?.delete(subscription) && known.size === 0) this.#index.delete(topic);
  }

  #findListening(topic: string): Set<Subscription> {
    const found = new Set<Subscription>();
    const collect = (key: string): void => {
      for (const subscription of this.#index.get(key) ?? []) found.add(subscription);
    };
    collect(topic);
    collect(`${topic}.#`);
    for (let end = topic.lastIndexOf('.'); end > 0; end = topic.lastIndexOf('.', end - 1)) {
      collect(`${topic.slice(0, end)}.#`);
    }
    for (const subscription of this.#subscriptions) {
      for (const pattern of subscription.patterns) {
        if (matchesTopic(pattern, topic)) found.add(subscription);
      }
    }
    return found;
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

/** `a.b` and `a.b.#`, but not `#`, `a.*` or `a.#.b`. */
function isIndexed(topic: string): boolean {
  return !/[*#]/.test(topic.endsWith('.#') ? topic.slice(0, -2) : topic);
}
