import type { LedgerPosition } from '@medley/store';

/** Longer than any cursor; a bound on the text that is decoded. */
const CURSOR_MAX = 200;

/** The position after an entry as text. It holds nothing that the list does not show, so it needs no signature. */
export function writeCursor({ at, id }: LedgerPosition): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

/** Null for a text that is no cursor. */
export function readCursor(text: string): LedgerPosition | null {
  if (text.length > CURSOR_MAX) return null;
  const plain = Buffer.from(text, 'base64url').toString();
  const [, time, id] = /^(\d{1,15})\.([0-9a-z:-]{1,60})$/.exec(plain) ?? [];
  const at = new Date(Number(time));
  return id === undefined || Number.isNaN(at.getTime()) ? null : { at, id };
}
