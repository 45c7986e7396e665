import { WEBHOOK_SECRET_PREFIX } from '@medley/contracts';
import { createHmac } from 'node:crypto';

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
