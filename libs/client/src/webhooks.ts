import { idempotency, type CallOptions, type CreateOptions } from './call-options';
import type { Transport } from './http/transport';
import type { Delivery } from './types/task';
import type { DeliveryListRequest, DeliveryPage, RotatedSecret, WebhookTestResult } from './types/webhooks';

/** The webhook deliveries of all tasks of the account. */
export class Deliveries {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** A page of deliveries, newest first; pass `pagination.next_cursor` as `cursor` for the next one. */
  list(filter: DeliveryListRequest = {}, { signal }: CallOptions = {}): Promise<DeliveryPage> {
    return this.#transport.data({ method: 'GET', path: '/deliveries', query: filter, signal });
  }

  /** A delivery with its attempts. */
  get(id: string, { signal }: CallOptions = {}): Promise<Delivery> {
    return this.#transport.data({ method: 'GET', path: `/deliveries/${encodeURIComponent(id)}`, signal });
  }

  /** Deliver a webhook once more. */
  redeliver(id: string, { signal }: CallOptions = {}): Promise<Delivery> {
    const path = `/deliveries/${encodeURIComponent(id)}/redeliver`;
    return this.#transport.data({ method: 'POST', path, signal });
  }
}

/** What the service does about receivers of webhooks. */
export class WebhookSettings {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Send a signed `webhook.test` to a receiver; resolves with its answer, also when it refuses. */
  test(url: string, { signal }: CallOptions = {}): Promise<WebhookTestResult> {
    return this.#transport.data({ method: 'POST', path: '/webhooks/test', body: { url }, signal });
  }

  /** Create a new webhook secret; for `overlap_hours` (0..168, default 24) webhooks are signed with both. */
  rotateSecret(body: { overlap_hours?: number } = {}, options: CreateOptions = {}): Promise<RotatedSecret> {
    const { signal } = options;
    const headers = idempotency(options);
    return this.#transport.data({ method: 'POST', path: '/webhooks/secret/rotate', body, headers, signal });
  }
}
