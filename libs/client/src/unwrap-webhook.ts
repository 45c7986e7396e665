import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebhookVerificationError } from './errors';
import type { WebhookPayload } from './types/task';

/** Headers of Node.js (`request.headers`), of `fetch`, or a similar object. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';

/**
 * Verify the signature of a webhook (Standard Webhooks) and return its payload. `rawBody` must be the unmodified bytes of
 * the request. With several secrets, as during a rotation, one matching signature is enough.
 * @throws WebhookVerificationError
 */
export function unwrapWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
): WebhookPayload {
  verify(rawBody, headers, secrets);
  return parse(rawBody);
}

/**
 * Whether a request is a webhook of the service, with the same arguments as `unwrapWebhook`: false, and no exception, for one
 * without a signature, with a wrong one, or of more than five minutes ago.
 */
export function isGenuineWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
): boolean {
  try {
    verify(rawBody, headers, secrets);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

function verify(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
): void {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature').split(' ');
  checkTimestamp(timestamp);
  const isSigned = [secrets].flat().some((secret) => {
    const expected = createHmac('sha256', keyOf(secret))
      .update(`${id}.${timestamp}.`)
      .update(rawBody)
      .digest();
    return signatures.some((signature) => isSame(signature, expected));
  });
  if (!isSigned) throw new WebhookVerificationError('No signature of the webhook fits its body and secret.');
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : value?.join(' ');
  if (!text) throw new WebhookVerificationError(`The webhook has no header ${name}.`);
  return text;
}

function checkTimestamp(timestamp: string): void {
  const age = /^\d{1,15}$/.test(timestamp) ? Date.now() / 1_000 - Number(timestamp) : NaN;
  if (Math.abs(age) <= TOLERANCE_SECONDS) return;
  throw new WebhookVerificationError('The webhook is not of the last five minutes.');
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64');
  // An empty key would accept signatures of anyone.
  if (key.length === 0) throw new WebhookVerificationError('The webhook secret is empty.');
  return key;
}

function isSame(signature: string, expected: Buffer): boolean {
  const [version, base64 = ''] = signature.split(',');
  const given = Buffer.from(base64, 'base64');
  return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
}

function parse(rawBody: string | Uint8Array): WebhookPayload {
  try {
    const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
    return JSON.parse(text) as WebhookPayload;
  } catch {
    throw new WebhookVerificationError('The body of the webhook is no JSON.');
  }
}
