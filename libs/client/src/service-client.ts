import { idempotency, type CallOptions, type CreateOptions } from './call-options';
import { transportOptionsOf, type MedleyOptions } from './medley-options';
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
import type { WebhookSettings } from './webhooks';
import { Deliveries } from './webhooks';

/** What works on Node.js and in browsers alike. Every method throws MedleyError, or the reason of an aborted signal. */
export class ServiceClient<Receivers extends WebhookSettings = WebhookSettings> {
  readonly tasks: Tasks;
  readonly batches: Batches;
  readonly pipelines: Pipelines;
  readonly deliveries: Deliveries;
  readonly webhooks: Receivers;
  readonly uploads: Uploads;
  readonly keys: Keys;
  readonly #transport: Transport;

  constructor(options: MedleyOptions, openWebhooks: (transport: Transport) => Receivers) {
    this.#transport = new Transport(transportOptionsOf(options));
    this.tasks = new Tasks(this.#transport);
    this.batches = new Batches(this.#transport);
    this.pipelines = new Pipelines(this.#transport);
    this.deliveries = new Deliveries(this.#transport);
    this.webhooks = openWebhooks(this.#transport);
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
