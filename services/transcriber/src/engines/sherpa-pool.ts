import { SherpaChild } from './sherpa-child';
import type { SherpaConfig } from './sherpa-messages';

export interface SherpaPoolOptions {
  /** Number of processes. */
  size: number;
  /** An idle process is ended after this time. */
  idleMs: number;
  /** The configuration that a process loads for a model. */
  configFor(model: string): SherpaConfig;
}

interface IdleChild {
  child: SherpaChild;
  model: string;
  timer: NodeJS.Timeout;
}

/**
 * Child processes that keep their model loaded between chunks. An idle one is ended after `idleMs`, or when a process with
 * another model is needed: only the end of a process frees all memory of the library. The caller limits concurrent uses to
 * `size`.
 */
export class SherpaPool {
  readonly #idle: IdleChild[] = [];
  readonly #busy = new Set<SherpaChild>();
  #isClosed = false;

  constructor(private readonly options: SherpaPoolOptions) {}

  /** Calls `use` with a process that has loaded the model. @throws what `load` and `use` throw */
  async with<T>(model: string, signal: AbortSignal, use: (child: SherpaChild) => Promise<T>): Promise<T> {
    const child = await this.#acquire(model, signal);
    try {
      return await use(child);
    } finally {
      this.#busy.delete(child);
      if (child.hasEnded || signal.aborted || this.#isClosed) await child.close();
      else this.#release(child, model);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#idle) clearTimeout(timer);
    const children = [...this.#idle.map(({ child }) => child), ...this.#busy];
    await Promise.all(children.map((child) => child.close()));
  }

  async #acquire(model: string, signal: AbortSignal): Promise<SherpaChild> {
    signal.throwIfAborted();
    const loaded = this.#takeIdle((idle) => idle.model === model && !idle.child.hasEnded);
    if (loaded) return loaded;
    if (this.#busy.size + this.#idle.length >= this.options.size) await this.#takeIdle(() => true)?.close();
    const child = new SherpaChild();
    this.#busy.add(child);
    try {
      await child.load(this.options.configFor(model), signal);
      return child;
    } catch (error) {
      this.#busy.delete(child);
      await child.close();
      throw error;
    }
  }

  /** Takes the matching child that has been idle longest. */
  #takeIdle(matches: (idle: IdleChild) => boolean): SherpaChild | undefined {
    const index = this.#idle.findIndex(matches);
    const [idle] = index < 0 ? [] : this.#idle.splice(index, 1);
    if (!idle) return undefined;
    clearTimeout(idle.timer);
    this.#busy.add(idle.child);
    return idle.child;
  }

  #release(child: SherpaChild, model: string): void {
    const timer = setTimeout(() => {
      const index = this.#idle.findIndex((idle) => idle.child === child);
      this.#idle.splice(index, 1);
      // `close` waits for the end of a process, whose failure has been reported to its caller.
      child.close().catch(() => undefined);
    }, this.options.idleMs);
    this.#idle.push({ child, model, timer: timer.unref() });
  }
}
