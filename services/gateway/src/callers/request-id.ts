import { randomUUID } from 'node:crypto';

/** The `X-Request-Id` of the client if it has 1 to 128 printable ASCII characters, else a new UUID. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\x21-\x7e]{1,128}$/.test(header) ? header : randomUUID();
}
