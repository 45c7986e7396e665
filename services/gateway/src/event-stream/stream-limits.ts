/** What keeps event streams from costing more than they are worth. */
export interface StreamLimits {
  /** Of one gateway. */
  streamsMax: number;
  pingMs: number;
  /** A reader that takes nothing for this long is cut. */
  stalledMs: number;
  /** So is one for whom this much has piled up when there is more to tell. */
  bufferedBytesMax: number;
  /** No stream lasts longer; clients resume where they were. */
  lifeMs: number;
  /** Signals are lossy; what they miss is seen by a look at the database this often. */
  pollMs: number;
  /** Characters of `Last-Event-ID`; a longer one is ignored. */
  lastEventIdMax: number;
}

export const streamLimits: Readonly<StreamLimits> = {
  streamsMax: 1_000,
  pingMs: 15_000,
  stalledMs: 30_000,
  bufferedBytesMax: 256 * 1024,
  lifeMs: 3_600_000,
  pollMs: 2_000,
  lastEventIdMax: 64,
};
