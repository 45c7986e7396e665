import { getRoutingKeyPattern } from 'smqp';
import { messageOf, type Logger } from '@medley/kit';
import type { SignalEvent, SignalListener } from './broker';

type Hear = (event: SignalEvent) => void;
type Pattern = ReturnType<typeof getRoutingKeyPattern>;

interface Ear {
  hear: Hear;
  patterns: Map<string, Pattern>;
}

/** Signals of the twin: an ear hears a signal once however many of its topics match, as a queue with bindings would. */
export class MemorySignals {
  readonly #logger: Logger;
  readonly #ears = new Set<Ear>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  tell(event: SignalEvent): void {
    const text = JSON.stringify(event);
    for (const ear of this.#ears) {
      const matches = [...ear.patterns.values()].some((pattern) => pattern.test(event.topic));
      if (matches) setImmediate(() => this.#deliver(ear, text));
    }
  }

  listen(hear: Hear): SignalListener {
    const ear: Ear = { hear, patterns: new Map() };
    this.#ears.add(ear);
    return {
      bind: async (topic) => void ear.patterns.set(topic, getRoutingKeyPattern(topic)),
      unbind: async (topic) => void ear.patterns.delete(topic),
      close: async () => void this.#ears.delete(ear),
    };
  }

  close(): void {
    this.#ears.clear();
  }

  #deliver(ear: Ear, text: string): void {
    if (!this.#ears.has(ear)) return;
    try {
      ear.hear(JSON.parse(text) as SignalEvent);
    } catch (error) {
      this.#logger.warn('a listener failed', { error: messageOf(error) });
    }
  }
}
