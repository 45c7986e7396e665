import type { StepKind, Task, TaskStep } from '@medley/contracts';

/** The turns of accounts, as the handlers of triggers see them. */
export interface Turns {
  /**
   * Whether a step that becomes ready must await the turn of its account: others are waiting or the window is full, and the
   * account has steps of this kind published.
   */
  mustAwaitTurn(kind: StepKind, account: string): boolean;
  published(task: Task, step: TaskStep): void;
  /** A task has changed: steps of it may have ended or may await a turn. */
  changed(task: Task): void;
  /** Whether all workers of a kind take messages with several bodies. */
  sharesMessages(kind: StepKind): boolean;
}
