import type { StepFinished, Task } from '@medley/contracts';
import type { Settlement } from '@medley/store';
import { decide } from './decide';
import type { Decision } from './decision';
import type { Rules } from './rules';
import { settlementOf } from './settlement-of';

/** A task that has completed before it is stored. */
export interface EndedTask {
  /** As it is to be stored: settled, and due again when it expires. */
  task: Task;
  /** Must be stored with it. */
  settlement: Settlement;
  decision: Decision;
}

/** Apply the report of all steps of a new task that is not stored yet; null unless the task has completed by it. */
export function endBeforeStored(
  task: Task,
  report: StepFinished,
  { now, rules }: { now: Date; rules: Rules },
): EndedTask | null {
  const decision = decide(task, { type: 'finished', report }, { now, rules });
  if (decision?.task.status !== 'completed') return null;
  const { cost, expires_at } = decision.task;
  const ended = { ...decision.task, cost: { ...cost, settled: true }, wake_at: expires_at };
  return { task: ended, settlement: settlementOf(ended, rules), decision };
}
