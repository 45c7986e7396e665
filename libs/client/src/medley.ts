import { idempotency, type CallOptions, type CreateOptions } from './call-options';
import { Transport } from './http/transport';
import { Pipelines } from './pipelines';
import { Tasks } from './tasks';
import type { Balance, BatchResult } from './types/account';
import type { RestoreOutput } from './types/outputs';
import type { RestoreRequest, TaskRequest } from './types/requests';
import type { PromptTemplate, StepCatalogue, StepFilter } from './types/steps';
import { unwrapWebhook } from './unwrap-webhook';

export interface MedleyOptions {
  /** Where the service is, e.g. `http://127.0.0.1:8080`. */
  baseUrl: string;
  /** `sk-…` */
  apiKey: string;
  /** Default: that of the runtime. */
  fetch?: typeof globalThis.fetch;
  /** Attempts after the first one, where another one may pass; default 5. */
  maxRetries?: number;
  /** The longest `Retry-After` that is waited for; default 60,000. */
  maxRetryAfterMs?: number;
  /** For one attempt; default 30,000. */
  timeoutMs?: number;
  /** An event stream that is silent for so long is taken for broken; default 45,000: the service pings every 15 s. */
  streamSilenceMs?: number;
}

/** What receivers need: no key, only the secret of the account. */
export const webhooks = { unwrap: unwrapWebhook } as const;

/** A Medley service, as a program uses it. Every method throws MedleyError, or the reason of an aborted signal. */
export class Medley {
  readonly tasks: Tasks;
  readonly pipelines: Pipelines;
  readonly webhooks = webhooks;
  readonly #transport: Transport;

  constructor(options: MedleyOptions) {
    this.#transport = new Transport({
      baseUrl: options.baseUrl,
      apiKey: options.apiKey,
      // Looked up at every call, so that what is put in its place later is used.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      retriesMax: options.maxRetries ?? 5,
      retryAfterMaxMs: options.maxRetryAfterMs ?? 60_000,
      timeoutMs: options.timeoutMs ?? 30_000,
      streamSilenceMs: options.streamSilenceMs ?? 45_000,
    });
    this.tasks = new Tasks(this.#transport);
    this.pipelines = new Pipelines(this.#transport);
  }

  /** Create up to 30 tasks, each on its own: look at every entry of the result. */
  batch(tasks: readonly TaskRequest[], options: CreateOptions = {}): Promise<BatchResult> {
    return this.#transport.data({
      method: 'POST',
      path: '/tasks/batch',
      body: { tasks },
      headers: idempotency(options),
      signal: options.signal,
    });
  }

  /** Put the originals of a `reversible` task back into any text that holds its markers. */
  restore(body: RestoreRequest, { signal }: CallOptions = {}): Promise<RestoreOutput> {
    return this.#transport.data({ method: 'POST', path: '/pii/restore', body, signal });
  }

  /** What a step can be, with prices, options and whether an engine for it is there. */
  steps(filter: StepFilter = {}, { signal }: CallOptions = {}): Promise<StepCatalogue> {
    return this.#transport.data({ method: 'GET', path: '/steps', query: filter, signal });
  }

  /** The preset prompts. */
  async templates({ signal }: CallOptions = {}): Promise<PromptTemplate[]> {
    const request = { method: 'GET', path: '/templates', signal } as const;
    return (await this.#transport.data<{ items: PromptTemplate[] }>(request)).items;
  }

  balance({ signal }: CallOptions = {}): Promise<Balance> {
    return this.#transport.data({ method: 'GET', path: '/balance', signal });
  }
}
