import { isGenuineWebhook, unwrapWebhook } from './unwrap-webhook';
import { WebhookSettings } from './webhooks';

/** Everything for receivers of webhooks. */
export class Webhooks extends WebhookSettings {
  /** Verify a received webhook; needs no request. */
  readonly unwrap = unwrapWebhook;
  /** The same as a question: false for a request that is no webhook of the service. */
  readonly isGenuine = isGenuineWebhook;
}
