import { idempotency, type CallOptions, type CreateOptions } from './call-options';
import type { Transport } from './http/transport';
import type { Pipeline } from './types/account';
import type { PageRequest, PipelineRequest } from './types/requests';
import type { Page } from './types/task';

/** Named graphs of steps: those of the account, and read-only ones of the system. */
export class Pipelines {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(body: PipelineRequest, options: CreateOptions = {}): Promise<Pipeline> {
    const { signal } = options;
    const headers = idempotency(options);
    return this.#transport.data({ method: 'POST', path: '/pipelines', body, headers, signal });
  }

  /** Pipelines of the account, newest first, followed by those of the system. */
  list(page: PageRequest = {}, { signal }: CallOptions = {}): Promise<Page<Pipeline>> {
    return this.#transport.data({ method: 'GET', path: '/pipelines', query: page, signal });
  }

  get(id: string, { signal }: CallOptions = {}): Promise<Pipeline> {
    return this.#transport.data({ method: 'GET', path: pathOf(id), signal });
  }

  /** Replace name, description and steps; existing tasks keep the graph they were created with. */
  replace(id: string, body: PipelineRequest, { signal }: CallOptions = {}): Promise<Pipeline> {
    return this.#transport.data({ method: 'PUT', path: pathOf(id), body, signal });
  }

  /** Delete a pipeline; returns the deleted one. */
  delete(id: string, { signal }: CallOptions = {}): Promise<Pipeline> {
    return this.#transport.data({ method: 'DELETE', path: pathOf(id), signal });
  }
}

function pathOf(id: string): string {
  return `/pipelines/${encodeURIComponent(id)}`;
}
