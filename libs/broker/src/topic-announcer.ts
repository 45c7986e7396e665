import { randomUUID } from 'node:crypto';
import type { SignalBodies } from '@medley/contracts';
import { signalLimits } from './signal-limits';

/** How often a listener announces all its topics: a publisher that has just started sends every event until it knows them. */
export const ANNOUNCE_MS = 1_000;

/** Tells the publishers which topics a listener is bound to: every new one at once, all of them every second. */
export class TopicAnnouncer {
  readonly #id = randomUUID();
  readonly #topics = new Set<string>();
  /** Those that are not the topic of one task. */
  readonly #others = new Set<string>();
  readonly #announce: (body: SignalBodies['listener.topics']) => void;
  readonly #timer: NodeJS.Timeout;

  constructor(announce: (body: SignalBodies['listener.topics']) => void) {
    this.#announce = announce;
    this.#timer = setInterval(() => this.#announceAll(), ANNOUNCE_MS).unref();
    this.#announceAll();
  }

  add(topic: string): void {
    this.#topics.add(topic);
    if (!/^events\.[^.*#]+\.#$/.test(topic)) this.#others.add(topic);
    if (this.#isListable) this.#announce({ listener: this.#id, change: 'add', topics: [topic] });
    else this.#announceAll();
  }

  /** Publishers learn it from the next announcement of all topics; until then they publish some signals without a reader. */
  remove(topic: string): void {
    this.#topics.delete(topic);
    this.#others.delete(topic);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#topics.clear();
    this.#others.clear();
    this.#announceAll();
  }

  /** Publishers know the topics of one task; any other is announced as all topics. */
  get #isListable(): boolean {
    return this.#topics.size <= signalLimits.announcedTopicsMax && this.#others.size === 0;
  }

  #announceAll(): void {
    const topics = this.#isListable ? [...this.#topics] : null;
    this.#announce({ listener: this.#id, change: 'replace', topics });
  }
}
