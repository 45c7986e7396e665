import { messageOf } from './to-failure';
import type { Logger } from './create-logger';

type Stop = () => Promise<unknown> | unknown;

/** Whoever starts a thing registers its stop here; stops run in reverse order, each at most once. */
export class Lifecycle {
  readonly #stops: { name: string; stop: Stop }[] = [];
  #stopping: Promise<void> | null = null;
  readonly #begun = new AbortController();

  constructor(private readonly logger: Logger) {}

  onStop(name: string, stop: Stop): void {
    this.#stops.push({ name, stop });
  }

  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  /** Aborted before the first stop runs: what needs long to end begins then, beside the others. */
  get signal(): AbortSignal {
    return this.#begun.signal;
  }

  /** Stop everything. A stop that fails is logged and does not keep the others from running. */
  stop(): Promise<void> {
    this.#stopping ??= this.#runStops();
    return this.#stopping;
  }

  async #runStops(): Promise<void> {
    this.#begun.abort();
    for (let entry = this.#stops.pop(); entry; entry = this.#stops.pop()) {
      try {
        await entry.stop();
      } catch (error) {
        this.logger.warn(`stopping ${entry.name} failed`, { error: messageOf(error) });
      }
    }
  }
}
