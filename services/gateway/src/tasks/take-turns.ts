/** A place in a row of workers that run at once but pass one point in order. */
export interface Turn {
  /** Resolves when the one before has passed. */
  come: Promise<void>;
  /** Let the next one come; calling it again does nothing. */
  pass(): void;
}

/** Turns for `count` workers; each must pass, whatever becomes of it. */
export function takeTurns(count: number): Turn[] {
  let come = Promise.resolve();
  return Array.from({ length: count }, () => {
    const own = come;
    let pass = (): void => undefined;
    come = new Promise((resolve) => (pass = resolve));
    // The next one comes when this one has passed and has itself had its turn.
    come = Promise.all([own, come]).then(() => undefined);
    return { come: own, pass: () => pass() };
  });
}
