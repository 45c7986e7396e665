/** A place in a row of workers that run at once but release one point in order. */
export interface Ticket {
  /** Resolves when the one before has passed. */
  granted: Promise<void>;
  /** Let the next one previous; calling it again does nothing. */
  release(): void;
}

/** Turns for `count` workers; each must release, whatever becomes of it. */
export function issueTickets(count: number): Ticket[] {
  let previous = Promise.resolve();
  return Array.from({ length: count }, () => {
    const own = previous;
    let release = (): void => undefined;
    previous = new Promise((resolve) => (release = resolve));
    // The next one comes when this one has passed and has itself had its turn.
    previous = Promise.all([own, previous]).then(() => undefined);
    return { granted: own, release: () => release() };
  });
}
