import { randomUUID } from 'node:crypto';

export interface CallOptions {
  signal?: AbortSignal;
}

export interface CreateOptions extends CallOptions {
  /** 1 to 255 characters. Requests with the same key create the resource once. Default: a new key for each call. */
  idempotencyKey?: string;
}

/** The `Idempotency-Key` header, so that a retry after a lost response does not create a second resource. */
export function idempotency({ idempotencyKey }: CreateOptions): Record<string, string> {
  return { 'Idempotency-Key': idempotencyKey ?? randomUUID() };
}
