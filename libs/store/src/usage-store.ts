import type { StepKind } from '@medley/contracts';

/** What completed steps of one kind used and cost in a task. */
export interface StepCharge {
  step: StepKind;
  /** Units. */
  charged: number;
  media_seconds: number;
  characters: number;
  tokens: number;
}

/** A part of the usage of an account: of one UTC day, key and kind of step; `step` null: of whole tasks. */
export interface UsageCell extends Omit<StepCharge, 'step'> {
  /** `2026-11-22` */
  day: string;
  /** Null: unknown, for tasks of earlier versions. */
  key_id: string | null;
  step: StepKind | null;
  /** Settled tasks; of those with a completed step of this kind. */
  tasks: number;
}

/** The usage of accounts, summed from the ledger. */
export interface UsageStore {
  /** The cells of these days, both included; what is not summed yet is read from the ledger. */
  read(accountId: string, days: { from: string; to: string }): Promise<UsageCell[]>;
  /** Sum the next day that is over; false when there is none. A repeated or interrupted sum counts nothing twice. */
  sumNextDay(): Promise<boolean>;
}
