import type { StepKind } from '@medley/contracts';
import type { Rules } from './rules';

/** What a decision depends on besides the task and the trigger. */
export interface DecisionContext {
  now: Date;
  rules: Rules;
  /** Whether a step of this kind that becomes ready must await the turn of its account. Default: none. */
  mustAwaitTurn?: (kind: StepKind) => boolean;
  /** Heartbeats sent before may not have been heard. Default: all were. */
  heardSince?: Date | undefined;
}
