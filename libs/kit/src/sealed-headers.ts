import { deriveKey, seal, unseal } from './seal';

/** Headers of a client, for requests to one origin or address only. */
export interface BoundHeaders {
  /** `source`: the origin of the link; `webhook`: the address of the receiver. */
  to: string;
  headers: Record<string, string>;
}

export type HeadersPurpose = 'source' | 'webhook';

/** Seals headers of clients (credentials) with the master key. They are bound to the account, so a retry can take them over. */
export class HeaderSealer {
  readonly #key: Buffer;

  constructor(masterKey: string) {
    this.#key = deriveKey(masterKey, 'request-headers');
  }

  seal(bound: BoundHeaders, purpose: HeadersPurpose, accountId: string): string {
    return seal(this.#key, JSON.stringify(bound), contextOf(purpose, accountId));
  }

  /** @throws AppError INTERNAL_ERROR when they were sealed with another key or for another account */
  open(sealed: string, purpose: HeadersPurpose, accountId: string): BoundHeaders {
    return JSON.parse(unseal(this.#key, sealed, contextOf(purpose, accountId))) as BoundHeaders;
  }
}

function contextOf(purpose: HeadersPurpose, accountId: string): string {
  return `${purpose}-headers/${accountId}`;
}
