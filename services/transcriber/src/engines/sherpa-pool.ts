import { SherpaChild } from './sherpa-child';
import type { SherpaConfig } from './sherpa-messages';

export interface SherpaPoolOptions {
  /** Processes at once. */
  size: number;
  idleMs: number;
  /** What a process for a model is to load. */
  loadFor(model: string): SherpaConfig;
}

interface Resting {
  child: SherpaChild;
  model: string;
  timer: NodeJS.Timeout;
}

/**
 * Processes that keep their model between chunks. One whose model is not asked for makes room for another, or ends after
 * a while: that is the only way to get all of the memory back. Who asks sees to it that no more than `size` are in use.
 */
export class SherpaPool {
  readonly #resting: Resting[] = [];
  readonly #busy = new Set<SherpaChild>();
  #isClosed = false;

  constructor(private readonly options: SherpaPoolOptions) {}

  /** Use a process that has loaded a model. */
  async with<T>(model: string, signal: AbortSignal, use: (child: SherpaChild) => Promise<T>): Promise<T> {
    const child = await this.#take(model, signal);
    try {
      return await use(child);
    } finally {
      this.#busy.delete(child);
      if (child.isOver || signal.aborted || this.#isClosed) await child.close();
      else this.#rest(child, model);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#resting) clearTimeout(timer);
    const children = [...this.#resting.map(({ child }) => child), ...this.#busy];
    await Promise.all(children.map((child) => child.close()));
  }

  async #take(model: string, signal: AbortSignal): Promise<SherpaChild> {
    signal.throwIfAborted();
    const warm = this.#wake(({ model: its, child }) => its === model && !child.isOver);
    if (warm) return warm;
    if (this.#busy.size + this.#resting.length >= this.options.size) await this.#wake(() => true)?.close();
    const child = new SherpaChild();
    this.#busy.add(child);
    try {
      await child.load(this.options.loadFor(model), signal);
      return child;
    } catch (error) {
      this.#busy.delete(child);
      await child.close();
      throw error;
    }
  }

  /** The one that rested longest of those that fit. */
  #wake(fits: (resting: Resting) => boolean): SherpaChild | undefined {
    const place = this.#resting.findIndex(fits);
    const [resting] = place < 0 ? [] : this.#resting.splice(place, 1);
    if (!resting) return undefined;
    clearTimeout(resting.timer);
    this.#busy.add(resting.child);
    return resting.child;
  }

  #rest(child: SherpaChild, model: string): void {
    const timer = setTimeout(() => {
      const resting = this.#resting.findIndex((one) => one.child === child);
      this.#resting.splice(resting, 1);
      void child.close();
    }, this.options.idleMs);
    this.#resting.push({ child, model, timer: timer.unref() });
  }
}
