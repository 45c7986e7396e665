import type { KeyRole, NewKey } from './keys';

/** What the operator's key is answered first. */
export interface OperatorAbout {
  version: string;
  /** Names of the tariffs. */
  tariffs: string[];
}

/** The queue of a kind of step with its workers. */
export interface OperatorKind {
  kind: string;
  waiting: number;
  running: number;
  oldest_waiting_at: string | null;
  queued_messages: number | null;
  workers: number;
  ready_workers: number;
  paused_workers: number;
  reason: string | null;
  paused_at: string | null;
}

/** `partial`: more tasks are unfinished than were counted. */
export interface OperatorKinds {
  items: OperatorKind[];
  partial: boolean;
}

/** A message that could not be handled. */
export interface OperatorLetter {
  id: string;
  reason: string;
  queue: string;
  message: string | null;
  task_id: string | null;
  step_id: string | null;
  count: number;
  first_at: string;
  last_at: string;
  retry_at: string | null;
  retry_error: string | null;
}

export interface OperatorProcess {
  service: string;
  instance: string;
  version: string;
  started_at: string;
  ok: boolean;
  /** Reason by check. */
  reasons: Record<string, string>;
  warnings: Record<string, string>;
}

export interface OperatorAccount {
  id: string;
  name: string;
  tariff: string;
  balance: number;
  reserved: number;
  charged: number;
  stored_bytes: number;
  suspended_at: string | null;
  created_at: string;
}

export interface OperatorNewAccount extends OperatorAccount {
  key: NewKey;
  webhook_secret: string;
}

export interface OperatorNewAccountRequest {
  name: string;
  tariff?: string;
  credits?: number;
}

export interface OperatorAccountChange {
  tariff?: string;
  suspended?: boolean;
}

export interface OperatorNewKeyRequest {
  name?: string;
  role?: KeyRole;
}

export interface OperatorPage<T> {
  items: T[];
  pagination: { limit: number; next_cursor: string | null };
}

export interface OperatorLetters extends OperatorPage<OperatorLetter> {
  total: number;
}
