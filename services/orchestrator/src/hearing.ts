import { HEARTBEAT_TIMEOUT_MS } from '@medley/state-machine';

/** A question that takes longer shows that something stood still: the database, or this process. */
const LATE_MS = 10_000;
/** After the start, heartbeats that waited in the queue are read within this time. */
const START_MS = 20_000;

/**
 * For how long this orchestrator could have heard the workers. While RabbitMQ or the database was away, or this process
 * stood still, attempts went on whose heartbeats came to nobody.
 */
export class Hearing {
  #since = performance.now() - HEARTBEAT_TIMEOUT_MS + START_MS;
  #askedAt: number | null = null;

  /** Asks both backends whether they work. */
  async ask<T>(question: () => Promise<{ works: boolean; answer: T }>): Promise<T> {
    this.#askedAt = performance.now();
    let isHeard = false;
    try {
      const { works, answer } = await question();
      isHeard = works && !this.#isLate;
      return answer;
    } finally {
      if (!isHeard) this.restart();
      this.#askedAt = null;
    }
  }

  /** Nothing was heard until now. */
  restart(): void {
    this.#since = performance.now();
  }

  /** Milliseconds until now. */
  get durationMs(): number {
    return this.#isLate ? 0 : performance.now() - this.#since;
  }

  get #isLate(): boolean {
    return this.#askedAt !== null && performance.now() - this.#askedAt > LATE_MS;
  }
}
