import { randomUUID } from 'node:crypto';

export interface CallOptions {
  signal?: AbortSignal;
}

export interface CreateOptions extends CallOptions {
  /** 1 to 255 characters: one key makes one thing, however often it is sent. Default: a new one for each call. */
  idempotencyKey?: string;
}

/** A creating request that is repeated after a lost answer must not make a second thing. */
export function idempotency({ idempotencyKey }: CreateOptions): Record<string, string> {
  return { 'Idempotency-Key': idempotencyKey ?? randomUUID() };
}
