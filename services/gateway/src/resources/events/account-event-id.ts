import type { AccountEventPosition } from '@medley/store';
import { parseUuid } from '../../validation/fields';
import { streamLimits } from './stream-limits';

/** The id of an event in the stream of an account: its position, the same at every gateway and after every resume. */
export function toAccountEventId({ at, task_id, seq }: AccountEventPosition): string {
  return `${at.getTime()}-${seq}-${task_id}`;
}

/** Null for a text that is no id of such a stream. */
export function parseAccountEventId(header: string | undefined): AccountEventPosition | null {
  if (header === undefined || header.length > streamLimits.lastEventIdMax) return null;
  const [, ms, seq, id = ''] = /^(\d{1,15})-(\d{1,9})-(.+)$/.exec(header) ?? [];
  const task_id = parseUuid(id);
  return task_id === null ? null : { at: new Date(Number(ms)), task_id, seq: Number(seq) };
}
