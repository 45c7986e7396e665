import type { Task, TaskStep } from '@medley/contracts';
import { lookAfterMs } from './look-at-steps';
import type { Rules } from './rules';

/** A task that ended is looked at again after this long, should its settlement be lost to a crash. */
const SETTLE_MS = 30_000;
/** A step that waits its turn in a long queue need not be looked at more often. */
const PATIENCE_MS = 15_000;

/** When the clock must look at this task again even if nothing is heard of it. */
export function nextWake(task: Task, now: Date, rules: Rules): Date {
  // What its owner wants deleted goes as soon as it has ended.
  if (task.status !== 'pending') return new Date(now.getTime() + (task.delete_requested_at ? 0 : SETTLE_MS));
  const looks = task.steps.flatMap((step) => wakeOfStep(step, now, rules));
  if (task.cost.wanted !== null) looks.push(now.getTime() + rules.firstLookMs);
  return new Date(Math.min(task.deadline_at.getTime(), ...looks));
}

function wakeOfStep(step: TaskStep, now: Date, rules: Rules): number[] {
  if (step.status === 'running') return [(step.alive_at ?? now).getTime() + rules.silenceMs];
  if (step.status !== 'queued') return [];
  if (step.not_before) return [step.not_before.getTime()];
  const look = (step.queued_at ?? now).getTime() + lookAfterMs(step, rules);
  return [look > now.getTime() ? look : now.getTime() + PATIENCE_MS];
}
