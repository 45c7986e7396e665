/** A counting semaphore; waiters are served in order and time out. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** False: no permit became free within `ms` milliseconds. */
  acquire(ms: number): boolean | Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const settle = (acquired: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(grant);
        resolve(acquired);
      };
      const grant = (): void => settle(true);
      const timer = setTimeout(settle, ms, false);
      this.#waiting.add(grant);
    });
  }

  release(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#free += 1;
  }
}
