import { createHash } from 'node:crypto';
import type { Request } from 'express';

/** SHA-256 (hex) of method, path and raw body. */
export function fingerprintOf({ method, path }: Request, body: Buffer | string): string {
  return createHash('sha256').update(`${method} ${path}\n`).update(body).digest('hex');
}
