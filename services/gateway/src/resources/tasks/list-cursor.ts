import type { TaskPosition } from '@medley/store';
import { parseUuid } from '../../validation/fields';

/** Longer than any cursor; a bound on the text that is decoded. */
const CURSOR_MAX = 100;

/** The position after a task as text. It holds nothing that the list does not show, so it needs no signature. */
export function writeCursor({ created_at, id }: TaskPosition): string {
  return Buffer.from(`${created_at.getTime()}.${id}`).toString('base64url');
}

/** Null for a text that is no cursor. */
export function readCursor(text: string): TaskPosition | null {
  if (text.length > CURSOR_MAX) return null;
  const [, time, uuid = ''] = /^(\d{1,15})\.(.*)$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const id = parseUuid(uuid);
  const created_at = new Date(Number(time));
  return id === null || Number.isNaN(created_at.getTime()) ? null : { created_at, id };
}
