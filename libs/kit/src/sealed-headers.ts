import type { Keyring } from './keyring';

/** Headers of a client, for requests to one origin or address only. */
export interface BoundHeaders {
  /** `source`: the origin of the link; `webhook`: the address of the receiver. */
  to: string;
  headers: Record<string, string>;
}

export type HeadersPurpose = 'source' | 'webhook';

const KEY = 'request-headers';

/** Seals headers of clients (credentials) with the master key. They are bound to the account, so a retry can take them over. */
export class HeaderSealer {
  constructor(private readonly keyring: Keyring) {}

  seal(bound: BoundHeaders, purpose: HeadersPurpose, accountId: string): string {
    return this.keyring.seal(KEY, JSON.stringify(bound), contextOf(purpose, accountId));
  }

  /** @throws AppError INTERNAL_ERROR when they were sealed with another key or for another account */
  open(sealed: string, purpose: HeadersPurpose, accountId: string): BoundHeaders {
    return JSON.parse(this.keyring.unseal(KEY, sealed, contextOf(purpose, accountId))) as BoundHeaders;
  }

  /** See {@link Keyring.reseal}. */
  reseal(sealed: string, purpose: HeadersPurpose, accountId: string): string | null {
    return this.keyring.reseal(KEY, sealed, contextOf(purpose, accountId));
  }
}

function contextOf(purpose: HeadersPurpose, accountId: string): string {
  return `${purpose}-headers/${accountId}`;
}
