/** Bounds of the turns of accounts, see docs/adr/0022-turns-of-accounts.md. */
export const turnLimits = {
  /** Cost of the steps of a kind that one worker contributes to the window, at most; the window bounds what is published at a time. */
  windowPerWorkerMax: 16,
  /** Steps at a time of a worker of an earlier version, which does not announce it. */
  concurrencyAssumed: 8,
  /** The same for short text steps, which pass in milliseconds: enough that grouped writes are large. */
  shortWindowPerWorker: 64,
  /** The window while no worker has announced itself. */
  windowMin: 2,
  /** Steps of a kind that an account may have published before its further ones await their turn while others wait. */
  directMax: 1,
  /** Milliseconds for which the length of a queue is used. */
  depthMs: 20,
  /**
   * Milliseconds between two reads of waiting steps while some are open, and until a window that stays full is checked again,
   * because ends may be reported to another orchestrator.
   */
  betweenReadsMs: 20,
  /** Milliseconds for which the list of accounts with waiting steps is used; those seen meanwhile are added. */
  accountsMs: 1_000,
  /** The same while there are more such accounts than one round serves. */
  cutListMs: 100,
  /** Accounts among which one round of turns is given. */
  accountsMax: 16,
  /** Tasks that are loaded for one round. */
  roundMax: 64,
  /** Cost an account may spend in a turn; the cost of a step is 1, and 1 for every 4,000 characters or minute of media. */
  quantum: 4,
  /** Milliseconds until a turn that could not be given is tried again. */
  failedMs: 10_000,
  /** Milliseconds for which the lease of the orchestrator that gives turns is valid; it is renewed each second. */
  leaseMs: 5_000,
  /** Milliseconds after which a turn that was given by a message only is given again: while the queue is empty, and otherwise. */
  unclaimedMs: 5_000,
  givenMs: 60_000,
} as const;
