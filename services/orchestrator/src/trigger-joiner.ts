interface Waiting<E, R> {
  entry: E;
  resolve: (result: R) => void;
  reject: (reason: unknown) => void;
}

/** Runs the work of one key at a time; entries that come meanwhile are handed over together to its next run. */
export class TriggerJoiner<E, R> {
  readonly #waiting = new Map<string, Waiting<E, R>[]>();

  /** The result of the run that includes this entry. `work` must not wait for a later entry of the same key. */
  join(key: string, entry: E, work: (entries: readonly E[]) => Promise<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key);
      if (waiting) {
        waiting.push({ entry, resolve, reject });
        return;
      }
      this.#run(key, [{ entry, resolve, reject }], work);
    });
  }

  #run(key: string, group: readonly Waiting<E, R>[], work: (entries: readonly E[]) => Promise<R>): void {
    this.#waiting.set(key, []);
    const next = (): void => {
      const waiting = this.#waiting.get(key) ?? [];
      if (waiting.length > 0) this.#run(key, waiting, work);
      else this.#waiting.delete(key);
    };
    work(group.map(({ entry }) => entry))
      .then(
        (result) => group.forEach(({ resolve }) => resolve(result)),
        (error: unknown) => group.forEach(({ reject }) => reject(error)),
      )
      .then(next, next);
  }
}
