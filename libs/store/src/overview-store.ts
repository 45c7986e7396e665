import type { StepKind } from '@medley/contracts';

/** The steps of one kind of all accounts. */
export interface KindOverview {
  kind: StepKind;
  /** Steps that wait for a worker or for the turn of their account. */
  waiting: number;
  running: number;
  /** Since when the step waits that has waited longest; null: none waits. */
  oldest_waiting_at: Date | null;
}

/** What the task timer and the settlement have left to do. */
export interface Backlog {
  /** Tasks whose `wake_at` has passed, up to `overviewLimits.tasksMax`. */
  due: number;
  /** When the longest due task became due; null: none is. */
  oldest_due_at: Date | null;
  /** Ended tasks that are not charged yet, among the first `overviewLimits.tasksMax` uncharged ones. */
  unsettled: number;
  /** When the first of them ended; null: all are charged. */
  oldest_unsettled_at: Date | null;
}

/** What goes on in the whole system. */
export interface OverviewStore {
  /**
   * Steps of unfinished tasks by kind, for each kind one row, in their order. At most `overviewLimits.tasksMax` tasks are
   * counted; `isPartial`: there are more.
   */
  kinds(): Promise<{ kinds: KindOverview[]; isPartial: boolean }>;
  backlog(now: Date): Promise<Backlog>;
}
