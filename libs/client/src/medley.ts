import { Webhooks } from './receivers';
import type { MedleyOptions } from './medley-options';
import { ServiceClient } from './service-client';
import { isGenuineWebhook, unwrapWebhook } from './unwrap-webhook';

/** Verification of received webhooks; needs no API key, only the webhook secret of the account. */
export const webhooks = { unwrap: unwrapWebhook, isGenuine: isGenuineWebhook } as const;

/** Client of a Medley service. Every method throws MedleyError, or the reason of an aborted signal. */
export class Medley extends ServiceClient<Webhooks> {
  constructor(options: MedleyOptions) {
    super(options, (transport) => new Webhooks(transport));
  }
}
