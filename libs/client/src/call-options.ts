export interface CallOptions {
  signal?: AbortSignal;
}

export interface CreateOptions extends CallOptions {
  /** 1 to 255 characters. Requests with the same key create the resource once. Default: a new key for each call. */
  idempotencyKey?: string;
}

/** The `Idempotency-Key` header, so that a retry after a lost response does not create a second resource. */
export function idempotency({ idempotencyKey }: CreateOptions): Record<string, string> {
  return { 'Idempotency-Key': idempotencyKey ?? newKey() };
}

/** Not `crypto.randomUUID()`, which pages that came over plain HTTP do not have. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
