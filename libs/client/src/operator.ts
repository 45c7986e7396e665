import type { CallOptions } from './call-options';
import { Transport } from './http/transport';
import { transportOptionsOf, type MedleyOptions } from './medley-options';
import type { Key, NewKey } from './types/keys';
import type {
  OperatorAbout,
  OperatorAccount,
  OperatorAccountChange,
  OperatorKind,
  OperatorKinds,
  OperatorLetters,
  OperatorNewAccount,
  OperatorNewAccountRequest,
  OperatorNewKeyRequest,
  OperatorPage,
  OperatorProcess,
} from './types/operator';

interface PageOptions extends CallOptions {
  cursor?: string | undefined;
  limit?: number;
}

/** The operator's API; `apiKey` is the setting `OPERATOR_KEY` of the service. */
export class MedleyOperator {
  readonly #transport: Transport;

  constructor(options: MedleyOptions) {
    this.#transport = new Transport(transportOptionsOf(options));
  }

  about({ signal }: CallOptions = {}): Promise<OperatorAbout> {
    return this.#transport.data({ method: 'GET', path: '/operator', signal });
  }

  /** Health of the processes that have reported in the last 20 s. */
  async processes({ signal }: CallOptions = {}): Promise<OperatorProcess[]> {
    const request = { method: 'GET', path: '/operator/processes', signal } as const;
    return (await this.#transport.data<{ items: OperatorProcess[] }>(request)).items;
  }

  kinds({ signal }: CallOptions = {}): Promise<OperatorKinds> {
    return this.#transport.data({ method: 'GET', path: '/operator/kinds', signal });
  }

  /** Within 5 s no worker takes steps of this kind. */
  pause(kind: string): Promise<OperatorKind> {
    return this.#transport.data({
      method: 'POST',
      path: `/operator/kinds/${encodeURIComponent(kind)}/pause`,
    });
  }

  resume(kind: string): Promise<OperatorKind> {
    return this.#transport.data({
      method: 'POST',
      path: `/operator/kinds/${encodeURIComponent(kind)}/resume`,
    });
  }

  deadLetters({ signal, ...query }: PageOptions = {}): Promise<OperatorLetters> {
    return this.#transport.data({ method: 'GET', path: '/operator/dead-letters', query, signal });
  }

  /** One, or without an id all that name a task; a gateway does it within seconds. */
  retryDeadLetters(id?: string): Promise<{ retried: number }> {
    const one = id === undefined ? '' : `/${encodeURIComponent(id)}`;
    return this.#transport.data({ method: 'POST', path: `/operator/dead-letters${one}/retry` });
  }

  dropDeadLetter(id: string): Promise<{ id: string }> {
    return this.#transport.data({
      method: 'DELETE',
      path: `/operator/dead-letters/${encodeURIComponent(id)}`,
    });
  }

  /** Newest first; `search` is a part of the name, or the id. */
  accounts({ signal, ...query }: PageOptions & { search?: string | undefined } = {}): Promise<
    OperatorPage<OperatorAccount>
  > {
    return this.#transport.data({ method: 'GET', path: '/operator/accounts', query, signal });
  }

  /** Its first key is in this result only. */
  createAccount(body: OperatorNewAccountRequest): Promise<OperatorNewAccount> {
    return this.#transport.data({ method: 'POST', path: '/operator/accounts', body, retries: 0 });
  }

  changeAccount(id: string, body: OperatorAccountChange): Promise<OperatorAccount> {
    return this.#transport.data({ method: 'PATCH', path: pathOf(id), body });
  }

  /** Once for an `idempotencyKey`, so that a repeated request adds nothing. */
  addCredit(id: string, credits: number, idempotencyKey: string): Promise<OperatorAccount> {
    const headers = { 'Idempotency-Key': idempotencyKey };
    return this.#transport.data({ method: 'POST', path: `${pathOf(id)}/credit`, body: { credits }, headers });
  }

  async keys(id: string, { signal }: CallOptions = {}): Promise<Key[]> {
    const request = { method: 'GET', path: `${pathOf(id)}/keys`, signal } as const;
    return (await this.#transport.data<{ items: Key[] }>(request)).items;
  }

  /** Its secret is in this result only. */
  createKey(id: string, body: OperatorNewKeyRequest): Promise<NewKey> {
    return this.#transport.data({ method: 'POST', path: `${pathOf(id)}/keys`, body, retries: 0 });
  }

  deactivateKey(id: string, keyId: string): Promise<Key> {
    const path = `${pathOf(id)}/keys/${encodeURIComponent(keyId)}/deactivate`;
    return this.#transport.data({ method: 'POST', path });
  }
}

function pathOf(accountId: string): string {
  return `/operator/accounts/${encodeURIComponent(accountId)}`;
}
