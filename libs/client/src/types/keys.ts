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
  /** Null: none. */
  budget: KeyBudget | null;
}

/** What tasks of a key may cost in a UTC day or month. */
export interface KeyBudgetRequest {
  credits: number;
  period: 'day' | 'month';
}

export interface KeyBudget extends KeyBudgetRequest {
  /** Credits charged and reserved in the current period. */
  spent: number;
  resets_at: string;
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
  budget?: KeyBudgetRequest;
}

/** Absent fields stay; null empties. */
export interface KeyChangeRequest {
  name?: string | null;
  role?: KeyRole;
  active?: boolean;
  expires_at?: string | null;
  budget?: KeyBudgetRequest | null;
}
