import { streamLimits } from './stream-limits';

/**
 * Ids of a task's event stream: whole numbers that only grow. A durable event has a million times its sequence number, so
 * every gateway gives it the same id; what is told in between without being stored (progress) counts up from there.
 */
const SPACING = 1_000_000;

/** Where a stream stands: the last durable event told, and how many transient ones since. */
export interface StreamPosition {
  seq: number;
  transient: number;
}

export function toEventId({ seq, transient }: StreamPosition): number {
  return seq * SPACING + Math.min(transient, SPACING - 1);
}

/** The position a `Last-Event-ID` names; null for none and for anything we never sent. */
export function parseLastEventId(header: string | undefined, newestSeq: number): StreamPosition | null {
  if (header === undefined || header.length > streamLimits.lastEventIdMax || !/^\d{1,16}$/.test(header))
    return null;
  const id = Number(header);
  const position = { seq: Math.floor(id / SPACING), transient: id % SPACING };
  return position.seq >= 1 && position.seq <= newestSeq ? position : null;
}
