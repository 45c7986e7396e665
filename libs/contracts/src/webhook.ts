import { createHash, createHmac } from 'node:crypto';

/** Prefix of a webhook secret (Standard Webhooks); the rest is base64 of 24 to 64 random bytes. */
const WEBHOOK_SECRET_PREFIX = 'whsec_';

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

/** One request to a receiver, as far as it is signed. */
interface SignedMessage {
  /** Of the delivery. */
  id: string;
  event: string;
  attempt: number;
  body: Buffer;
  /** The time of the attempt. */
  at: Date;
}

/** All headers of a request to a receiver that Medley sets; signed with each active secret of the account. */
export function signedHeaders(secrets: readonly string[], message: SignedMessage): Record<string, string> {
  const { id, event, attempt, body, at } = message;
  const timestamp = Math.floor(at.getTime() / 1_000);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Medley-Webhooks',
    [webhookHeaders.event]: event,
    [webhookHeaders.delivery]: id,
    [webhookHeaders.attempt]: String(attempt),
    [webhookHeaders.id]: id,
    [webhookHeaders.timestamp]: String(timestamp),
    [webhookHeaders.signature]: signWebhook(secrets, { id, timestamp, body }),
  };
}

/**
 * The `webhook-signature` header (Standard Webhooks): `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`,
 * one for each active secret of the account, so that a receiver may rotate without losing a webhook.
 */
export function signWebhook(
  secrets: readonly string[],
  message: { id: string; timestamp: number; body: Buffer },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
      const hmac = createHmac('sha256', key)
        .update(`${message.id}.${message.timestamp}.`)
        .update(message.body);
      return `v1,${hmac.digest('base64')}`;
    })
    .join(' ');
}
