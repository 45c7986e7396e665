import { idempotency, type CallOptions, type CreateOptions } from './call-options';
import { followAccount, type FollowAccountOptions } from './events/follow-account';
import { Transport } from './http/transport';
import { Batches } from './batches';
import { Keys } from './keys';
import { Pipelines } from './pipelines';
import { Tasks } from './tasks';
import type { Balance, BatchResult } from './types/account';
import type { AccountEvent } from './types/events';
import type { RestoreOutput } from './types/outputs';
import type { RestoreRequest, TaskRequest } from './types/requests';
import type { LedgerListRequest, LedgerPage, Usage, UsageRequest } from './types/usage';
import type { PromptTemplate, StepCatalogue, StepFilter } from './types/steps';
import { Uploads } from './uploads';
import { unwrapWebhook } from './unwrap-webhook';
import { Deliveries, Webhooks } from './webhooks';

export interface MedleyOptions {
  /** Base URL of the service, e.g. `http://127.0.0.1:8080`. */
  baseUrl: string;
  /** `sk-…` */
  apiKey: string;
  /** Default: `globalThis.fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Maximum number of retries of a retryable failure; default 5. */
  maxRetries?: number;
  /** A response with a longer `Retry-After` is not retried; milliseconds, default 60,000. */
  maxRetryAfterMs?: number;
  /** Timeout of one attempt; milliseconds, default 30,000. */
  timeoutMs?: number;
  /** An event stream without data for this long is treated as broken; milliseconds, default 45,000 (pings come every 15 s). */
  streamSilenceMs?: number;
}

/** Verification of received webhooks; needs no API key, only the webhook secret of the account. */
export const webhooks = { unwrap: unwrapWebhook } as const;

/** Client of a Medley service. Every method throws MedleyError, or the reason of an aborted signal. */
export class Medley {
  readonly tasks: Tasks;
  readonly batches: Batches;
  readonly pipelines: Pipelines;
  readonly deliveries: Deliveries;
  readonly webhooks: Webhooks;
  readonly uploads: Uploads;
  readonly keys: Keys;
  readonly #transport: Transport;

  constructor(options: MedleyOptions) {
    this.#transport = new Transport({
      baseUrl: options.baseUrl,
      apiKey: options.apiKey,
      // Resolved at every call, so that a later replacement of `globalThis.fetch` is used.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      retriesMax: options.maxRetries ?? 5,
      retryAfterMaxMs: options.maxRetryAfterMs ?? 60_000,
      timeoutMs: options.timeoutMs ?? 30_000,
      streamSilenceMs: options.streamSilenceMs ?? 45_000,
    });
    this.tasks = new Tasks(this.#transport);
    this.batches = new Batches(this.#transport);
    this.pipelines = new Pipelines(this.#transport);
    this.deliveries = new Deliveries(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
    this.uploads = new Uploads(this.#transport);
    this.keys = new Keys(this.#transport);
  }

  /** Create up to 30 tasks. Each one succeeds or fails independently: check every entry of the result. */
  batch(tasks: readonly TaskRequest[], options: CreateOptions = {}): Promise<BatchResult> {
    return this.#transport.data({
      method: 'POST',
      path: '/tasks/batch',
      body: { tasks },
      headers: idempotency(options),
      signal: options.signal,
    });
  }

  /** Restore the original values of a `reversible` task in any text that contains its markers. */
  restore(body: RestoreRequest, { signal }: CallOptions = {}): Promise<RestoreOutput> {
    return this.#transport.data({ method: 'POST', path: '/pii/restore', body, signal });
  }

  /** The kinds of steps with their prices, options and current availability. */
  steps(filter: StepFilter = {}, { signal }: CallOptions = {}): Promise<StepCatalogue> {
    return this.#transport.data({ method: 'GET', path: '/steps', query: filter, signal });
  }

  /** The preset prompts. */
  async templates({ signal }: CallOptions = {}): Promise<PromptTemplate[]> {
    const request = { method: 'GET', path: '/templates', signal } as const;
    return (await this.#transport.data<{ items: PromptTemplate[] }>(request)).items;
  }

  /** The events of all tasks of the account from now on, until the signal is aborted; reconnects and resumes. */
  events(options: FollowAccountOptions = {}): AsyncGenerator<AccountEvent, void, undefined> {
    return followAccount(this.#transport, options);
  }

  /** What changed the balance, newest first; for keys with the role `owner`. */
  ledger(page: LedgerListRequest = {}, { signal }: CallOptions = {}): Promise<LedgerPage> {
    return this.#transport.data({ method: 'GET', path: '/ledger', query: page, signal });
  }

  /** What tasks used and cost, by day, kind of step or key. */
  usage(request: UsageRequest = {}, { signal }: CallOptions = {}): Promise<Usage> {
    return this.#transport.data({ method: 'GET', path: '/usage', query: request, signal });
  }

  balance({ signal }: CallOptions = {}): Promise<Balance> {
    return this.#transport.data({ method: 'GET', path: '/balance', signal });
  }
}
