/** `owner`: everything; `tasks`: all but keys, secrets and the ledger; `read`: tasks, steps and usage, and validation. */
export type KeyRole = 'owner' | 'tasks' | 'read';

/** An API key without its secret. */
export interface Key {
  id: string;
  name: string | null;
  role: KeyRole;
  active: boolean;
  /** The last four characters of the secret. */
  last4: string;
  created_at: string;
  expires_at: string | null;
  /** Up to a minute old. */
  last_used_at: string | null;
}

export interface NewKey extends Key {
  /** `sk-…`; no other response has it. */
  secret: string;
}

export interface NewKeyRequest {
  name?: string;
  /** Default: `tasks`. */
  role?: KeyRole;
  /** ISO 8601. */
  expires_at?: string;
}

/** Absent fields stay; null empties. */
export interface KeyChangeRequest {
  name?: string | null;
  role?: KeyRole;
  active?: boolean;
  expires_at?: string | null;
}
