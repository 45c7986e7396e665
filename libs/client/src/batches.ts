import type { CallOptions } from './call-options';
import type { Transport } from './http/transport';
import type { Batch } from './types/account';

/** Reads and cancels the batches that `medley.batch()` created. */
export class Batches {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** How many tasks of the batch have which status. */
  get(id: string, { signal }: CallOptions = {}): Promise<Batch> {
    return this.#transport.data({ method: 'GET', path: pathOf(id), signal });
  }

  /** Cancel its pending tasks; may be repeated. */
  cancel(id: string, { signal }: CallOptions = {}): Promise<Batch> {
    return this.#transport.data({ method: 'POST', path: `${pathOf(id)}/cancel`, signal });
  }
}

function pathOf(id: string): string {
  return `/batches/${encodeURIComponent(id)}`;
}
