import { messageOf } from './to-failure';
import type { Logger } from './create-logger';

type Stop = () => unknown;

/** Shutdown hooks of a process; they run in reverse order of registration, each at most once. */
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

  /** Aborted before the first hook runs, so that long-running work can begin to end concurrently. */
  get signal(): AbortSignal {
    return this.#begun.signal;
  }

  /** Run all hooks. A hook that fails is logged and does not prevent the others. */
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
