import { createHash } from 'node:crypto';

/** Prefix of a webhook secret (Standard Webhooks); the rest is base64 of 24 to 64 random bytes. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** Host and port of a webhook receiver; the dispatcher limits the attempts in flight to each. */
export function receiverHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Length of a receiver's key: 22 digits of base64url hold 132 bits of the digest. */
const KEY_CHARS = 22;

/**
 * Key of the address of a webhook receiver: scheme, host, port and path, without the query. A digest, because paths may be
 * long and contain secrets; the dispatcher limits the attempts in flight to each address, too.
 */
export function receiverAddress(url: string): string {
  if (!URL.canParse(url)) return '';
  const { origin, pathname } = new URL(url);
  return createHash('sha256').update(`${origin}${pathname}`).digest('base64url').slice(0, KEY_CHARS);
}

export const webhookHeaders = {
  event: 'X-Service-Event',
  delivery: 'X-Service-Delivery',
  attempt: 'X-Service-Attempt',
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;
