import { createHmac, randomUUID } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** The headers of a webhook as the service sends it (Standard Webhooks). */
export function signedHeaders(secret: string, event: string, body: string): Record<string, string> {
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Medley-Webhooks',
    'X-Service-Event': event,
    'X-Service-Delivery': id,
    'X-Service-Attempt': '1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
