import { idempotency, type CallOptions, type CreateOptions } from './call-options';
import type { Transport } from './http/transport';
import type { Key, KeyChangeRequest, NewKey, NewKeyRequest } from './types/keys';
import type { PageRequest } from './types/requests';
import type { Page } from './types/task';

/** The API keys of the account; all but `current` for keys with the role `owner`. */
export class Keys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create a key; its secret is in this result only. */
  create(body: NewKeyRequest = {}, options: CreateOptions = {}): Promise<NewKey> {
    const { signal } = options;
    const headers = idempotency(options);
    return this.#transport.data({ method: 'POST', path: '/keys', body, headers, signal });
  }

  /** Newest first. */
  list(page: PageRequest = {}, { signal }: CallOptions = {}): Promise<Page<Key>> {
    return this.#transport.data({ method: 'GET', path: '/keys', query: page, signal });
  }

  /** The key of this client, whatever its role. */
  current({ signal }: CallOptions = {}): Promise<Key> {
    return this.#transport.data({ method: 'GET', path: '/keys/current', signal });
  }

  /** Change a key; it takes effect at once. */
  change(id: string, body: KeyChangeRequest, { signal }: CallOptions = {}): Promise<Key> {
    return this.#transport.data({ method: 'PATCH', path: pathOf(id), body, signal });
  }

  /** Delete a key; returns the deleted one. */
  delete(id: string, { signal }: CallOptions = {}): Promise<Key> {
    return this.#transport.data({ method: 'DELETE', path: pathOf(id), signal });
  }
}

function pathOf(id: string): string {
  return `/keys/${encodeURIComponent(id)}`;
}
