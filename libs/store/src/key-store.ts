import type { ApiKey, KeyRole } from '@medley/contracts';

interface NewKey {
  key: ApiKey;
  /** The API key in plain text, shown once; only an HMAC of its SHA-256 is stored. */
  secret: string;
}

/** What the owner of an account chooses about a key. */
export interface KeyFacts {
  name: string | null;
  role: KeyRole;
}

/** Changes of a key; absent fields stay. */
export type KeyChanges = Partial<KeyFacts & Pick<ApiKey, 'active' | 'expires_at'>>;

/** `last_owner`: refused, since the account would have no active owner key any more. */
export type KeyOutcome = { key: ApiKey } | 'unknown' | 'last_owner';

export interface KeyStore {
  /** Create a key, by default an owner's. With an `id` it replaces the key of that id, which an interrupted request left. */
  create(accountId: string, expiresAt: Date | null, facts?: KeyFacts & { id?: string }): Promise<NewKey>;
  /** Change a key of the account; however many changes run at once, an active owner key remains. */
  change(accountId: string, keyId: string, changes: KeyChanges): Promise<KeyOutcome>;
  /** Delete a key of the account; the same guarantee. */
  remove(accountId: string, keyId: string): Promise<KeyOutcome>;
  /** Record the last uses. */
  markUsed(uses: ReadonlyMap<string, Date>): Promise<void>;
  /** The key with this SHA-256 (hex), active or not; null when unknown. */
  findByHash(sha256: string): Promise<ApiKey | null>;
  /** False when unknown. */
  deactivate(keyId: string): Promise<boolean>;
  list(accountId: string): Promise<ApiKey[]>;
}
