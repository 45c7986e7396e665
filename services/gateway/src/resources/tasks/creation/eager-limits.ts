/** Bounds of steps that run before their task is stored. */
export const eagerLimits = {
  /** Milliseconds for which the creation of a task waits for its steps; a worker does not begin what has waited so long. */
  waitMs: 100,
  /** The same where the gateway is in one process with the workers: only other work of the process can delay the steps. */
  waitHereMs: 500,
  /** After a reply that did not come in time, for this long no step is run before its task is stored. */
  pauseMs: 1_000,
  /** It doubles up to this while no reply comes. */
  pauseMaxMs: 60_000,
  /** UTF-16 code units of the texts and options of one such task: longer texts wait for a thread of the worker. */
  unitsMax: 2_000,
  /** Tasks of this gateway whose steps run at a time. */
  tasksMax: 256,
  /** The same of one account, while their clients wait. */
  awaitedTasksMax: 8,
  /** The same of one account, where the gateway is in one process with the workers. */
  accountTasksMax: 128,
  /** Texts and options of one account times the steps that read them, in UTF-16 code units. */
  accountUnitsMax: 32_768,
  /** After a refused task of an account, its next ones are stored before they run for this long. */
  refusedMs: 10_000,
  /** Accounts of which that is remembered; beyond it the oldest is forgotten. */
  accountsMax: 10_000,
} as const;

export type EagerLimits = Record<keyof typeof eagerLimits, number>;
