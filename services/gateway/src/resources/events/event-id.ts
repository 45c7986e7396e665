import { streamLimits } from './stream-limits';

/**
 * Ids of a task's event stream are increasing integers. The id of a durable event is its sequence number times a million, so
 * it is the same on every gateway; transient events (progress) between two durable ones count up from there.
 */
const SPACING = 1_000_000;

/** Position in a stream: the last durable event sent, and the number of transient events after it. */
export interface StreamPosition {
  seq: number;
  transient: number;
}

export function toEventId({ seq, transient }: StreamPosition): number {
  return seq * SPACING + Math.min(transient, SPACING - 1);
}

/** Parse `Last-Event-ID`; null when it is absent or not an id of this stream. */
export function parseLastEventId(header: string | undefined, newestSeq: number): StreamPosition | null {
  if (header === undefined || header.length > streamLimits.lastEventIdMax || !/^\d{1,16}$/.test(header))
    return null;
  const id = Number(header);
  const position = { seq: Math.floor(id / SPACING), transient: id % SPACING };
  return position.seq >= 1 && position.seq <= newestSeq ? position : null;
}
