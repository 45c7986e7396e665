import type { StepRun } from '@medley/contracts';

/** Identifies an attempt of a step among those of all tasks. */
export function keyOf(run: Pick<StepRun, 'task_id' | 'step_id' | 'attempt'>): string {
  return `${run.task_id}/${run.step_id}/${run.attempt}`;
}
