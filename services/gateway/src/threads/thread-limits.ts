/** What the work in threads for one request may take; larger than any honest text needs. */
export const threadLimits = {
  /** Threads of a gateway for restoring texts and writing subtitles. */
  textThreads: 2,
  /** Time of one text in a thread. */
  textMs: 10_000,
  /** Time of one text with its waiting for a thread. Less than a reservation of money lives without its task. */
  textWithWaitingMs: 30_000,
} as const;
