/** Prefix of a webhook secret (Standard Webhooks); the rest is base64 of 24 to 64 random bytes. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** The receiver of a webhook (host and port), by which the dispatcher limits concurrency. */
export function receiverHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

export const webhookHeaders = {
  event: 'X-Service-Event',
  delivery: 'X-Service-Delivery',
  attempt: 'X-Service-Attempt',
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;
