import type { StepKind } from '@medley/contracts';

/** A kind of step that an operator has paused. */
interface PausedKind {
  kind: StepKind;
  paused_at: Date;
}

/** Which kinds of steps are paused: workers of these take no work. */
export interface PauseStore {
  list(): Promise<PausedKind[]>;
  /** Idempotent: a paused kind keeps its time. */
  pause(kind: StepKind): Promise<void>;
  resume(kind: StepKind): Promise<void>;
}
