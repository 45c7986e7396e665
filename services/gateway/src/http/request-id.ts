import { randomUUID } from 'node:crypto';

/** The client's own id when it is short and printable, else a fresh one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\x21-\x7e]{1,128}$/.test(header) ? header : randomUUID();
}
