/** Limits of event streams. */
export interface StreamLimits {
  /** Open streams of one gateway. */
  streamsMax: number;
  pingMs: number;
  /** A client that reads nothing for this long is disconnected. */
  stalledMs: number;
  /** A client with more unsent bytes than this is disconnected at the next write. */
  bufferedBytesMax: number;
  /** Maximum duration of a stream; clients reconnect with `Last-Event-ID`. */
  lifeMs: number;
  /** Interval of polling the database, because signals may be lost. */
  pollMs: number;
  /** The stream of an account: interval of its queries, and the most events of one. */
  accountPollMs: number;
  accountPageMax: number;
  /** Its events are sent this long after their time, so that they are in order although they are stored a little later. */
  accountSettleMs: number;
  /** How late an event may be stored and is still sent. */
  accountLateMs: number;
  /** How far it resumes. */
  accountResumeMs: number;
  /** Characters of an answer that are kept until its attempt is known to have begun; of later ones there are no deltas. */
  earlyWordsMax: number;
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
  accountPollMs: 500,
  accountPageMax: 200,
  accountSettleMs: 300,
  accountLateMs: 10_000,
  accountResumeMs: 600_000,
  earlyWordsMax: 65_536,
  lastEventIdMax: 64,
};
