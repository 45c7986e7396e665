import type { MedleyOptions } from './medley-options';
import { ServiceClient } from './service-client';
import { WebhookSettings } from './webhooks';

// The list of types is that of Node.js, without a second copy that could fall behind.
// eslint-disable-next-line no-restricted-syntax
export type * from './index';
export { MedleyOperator } from './operator';
export { MedleyApiError, MedleyConnectionError, MedleyError, MedleyTimeoutError } from './errors';

/** The client for pages: without the verification of webhooks, which needs the crypto module of Node.js. */
export class Medley extends ServiceClient {
  constructor(options: MedleyOptions) {
    super(options, (transport) => new WebhookSettings(transport));
  }
}
