/** A time limit that several operations share. `clear` must be called when they have ended. */
export interface Deadline {
  readonly isOver: boolean;
  /** Resolves when the time is over; never after `clear`. */
  readonly over: Promise<void>;
  /**
   * The result of `work`. An operation that is not finished in time continues and must undo its effects by `isOver`.
   * @throws the error of `onOver` when the time is over first
   */
  race<T>(work: Promise<T>, onOver: () => Error): Promise<T>;
  clear(): void;
}

/** A plain timer: aborting an AbortSignal at the end of each operation creates an error with a stack. */
export function startDeadline(ms: number): Deadline {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      isOver = true;
      resolve();
    }, ms);
  });
  return {
    get isOver() {
      return isOver;
    },
    over,
    race: (work, onOver) =>
      Promise.race([
        work,
        over.then(() => {
          throw onOver();
        }),
      ]),
    clear: () => clearTimeout(timer),
  };
}
