import { STATUS_CODES } from 'node:http';
import type { ApiErrorCode } from '@medley/contracts';
import { RETRY_AFTER_S } from '../traffic/admission-control';
import { JSON_TYPE } from './response';

/** An error response as raw HTTP, for connections that do not reach the application; they are closed after it. */
export function rawResponse(
  status: number,
  error: { code: ApiErrorCode; message: string },
  headers: Readonly<Record<string, string>> = {},
): string {
  const body = JSON.stringify({ success: false, error });
  const head = {
    Connection: 'close',
    'Content-Type': JSON_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** The response to a connection beyond the limits. */
export function tooManyConnections(): string {
  const message = `Too many connections are open. Try again in ${RETRY_AFTER_S} seconds.`;
  const error = { code: 'RATE_LIMIT_EXCEEDED', message } as const;
  return rawResponse(429, error, { 'Retry-After': String(RETRY_AFTER_S) });
}
