import type { StepKind, Task } from '@medley/contracts';

/** Tasks with steps that await the turn of their account. */
export interface TurnStore {
  /** Accounts with such steps of this kind whose id is greater than `after`, in the order of their ids. */
  turnAccounts(kind: StepKind, after: string, limit: number): Promise<string[]>;
  /** Tasks of the account with such steps of this kind, longest waiting first, without those in `except`. */
  awaitingTurn(
    kind: StepKind,
    accountId: string,
    page: { limit: number; except: readonly string[] },
  ): Promise<Task[]>;
  /** The revisions of those of these tasks that still have such a step of this kind, by task id. */
  revisionsAwaiting(kind: StepKind, ids: readonly string[]): Promise<Map<string, number>>;
  /** Number of tasks with such steps of this kind, counted up to `atMost`. */
  countAwaitingTurn(kind: StepKind, atMost: number): Promise<number>;
}
