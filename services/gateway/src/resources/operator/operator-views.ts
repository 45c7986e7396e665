import { toCredits, type Account, type ProcessReport, type StepKind } from '@medley/contracts';
import type { KindOverview, StoredLetter } from '@medley/store';

/** An account in responses to the operator; amounts in credits. */
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

export function showAccount(account: Account): OperatorAccount {
  const { id, name, tariff, stored_bytes, suspended_at, created_at } = account;
  return {
    ...{ id, name, tariff },
    balance: toCredits(account.balance),
    reserved: toCredits(account.reserved),
    charged: toCredits(account.charged),
    stored_bytes,
    suspended_at: suspended_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

/** The queue of a kind of step with its workers. */
export interface OperatorKind {
  kind: StepKind;
  /** Steps that wait for a worker or for the turn of their account. */
  waiting: number;
  running: number;
  oldest_waiting_at: string | null;
  /** Messages in the queue; null: unknown. */
  queued_messages: number | null;
  /** Instances that announce themselves, those of them that can work, and those that say that they are paused. */
  workers: number;
  ready_workers: number;
  paused_workers: number;
  /** Why none of them can work; null: one can, or there is none. */
  reason: string | null;
  paused_at: string | null;
}

export function showKind(
  { kind, waiting, running, oldest_waiting_at }: KindOverview,
  rest: Pick<OperatorKind, 'queued_messages' | 'workers' | 'ready_workers' | 'paused_workers' | 'reason'> & {
    paused_at: Date | null;
  },
): OperatorKind {
  return {
    ...{ kind, waiting, running },
    oldest_waiting_at: oldest_waiting_at?.toISOString() ?? null,
    ...rest,
    paused_at: rest.paused_at?.toISOString() ?? null,
  };
}

/** A message that could not be handled; its content is not kept. */
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

export function showLetter({ first_at, last_at, retry_at, ...rest }: StoredLetter): OperatorLetter {
  return {
    ...rest,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
    retry_at: retry_at?.toISOString() ?? null,
  };
}

export type OperatorProcess = ProcessReport;
