import type { StepKind, StepRun } from '@medley/contracts';
import type { RunningAttempt } from './attempt';
import type { Slots } from './slots';

/** Runs attempts of one kind in this process. */
export interface StepRunner {
  kind: StepKind;
  slots: Slots;
  /** Whether no attempt may begin now, because an operator has paused the kind or it is not known yet. */
  isPaused(): boolean;
  /** Begins an attempt, for which a slot is held. `wake` is called with a time when its `dueAt` was lowered to it. */
  begin(run: StepRun, wake: (at: number) => void): RunningAttempt;
}
