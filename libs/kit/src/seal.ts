import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from './app-error';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Purpose of a key derived from the master key; a leaked derived key does not compromise the others. */
export type KeyPurpose =
  | 'file-links'
  | 'pii-mapping'
  | 'webhook-secrets'
  | 'api-keys'
  | 'idempotency-replays'
  | 'request-headers'
  | 'data-keys'
  | 'fingerprint';

/** A 32-byte key for one purpose (HKDF-SHA256, RFC 5869). `masterKey` is base64. */
export function deriveKey(masterKey: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(
    hkdfSync('sha256', Buffer.from(masterKey, 'base64'), Buffer.alloc(0), `medley/${purpose}`, 32),
  );
}

/** Encrypt with AES-256-GCM; `context` (a record's id) must be the same to open it. Returns base64. */
export function seal(key: Buffer, plain: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]).toString('base64');
}

/**
 * Decrypt a value encrypted by {@link seal}.
 * @throws AppError INTERNAL_ERROR when the key, the context or the bytes are not the ones it was sealed with
 */
export function unseal(key: Buffer, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  try {
    if (bytes[0] !== VERSION) throw new RangeError(`unknown seal version ${bytes[0]}`);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
    return (
      decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch (cause) {
    const message = 'a sealed value cannot be opened: MASTER_KEY has changed';
    throw new AppError('INTERNAL_ERROR', message, { cause, retryable: false });
  }
}
