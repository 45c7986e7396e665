/** A ticket of a ticket lock: concurrent operations pass one section in the order of their tickets. */
export interface Ticket {
  /** Resolves when all earlier tickets were released. */
  granted: Promise<void>;
  /** Release the ticket; idempotent. */
  release(): void;
}

/** Issue `count` tickets in order. Every ticket must be released, also after a failure. */
export function issueTickets(count: number): Ticket[] {
  let previous = Promise.resolve();
  return Array.from({ length: count }, () => {
    const own = previous;
    let release = (): void => undefined;
    previous = new Promise((resolve) => (release = resolve));
    // The next ticket is granted when this one was both granted and released.
    previous = Promise.all([own, previous]).then(() => undefined);
    return { granted: own, release: () => release() };
  });
}
