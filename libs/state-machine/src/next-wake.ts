import type { Task, TaskStep } from '@medley/contracts';
import { claimTimeoutOf } from './check-running-steps';
import type { DecisionContext } from './decision-context';
import { silentSince } from './silence';

/** An ended task is checked again after this long, in case a crash lost its settlement. */
const SETTLEMENT_CHECK_MS = 30_000;
/** A step that waits in a long queue is checked no more often than this. */
const QUEUE_CHECK_MS = 15_000;

type WakeContext = Pick<DecisionContext, 'now' | 'rules' | 'heardSince'>;

/** When the task timer must fire for this task if no other trigger comes before. */
export function nextWake(task: Task, context: WakeContext): Date {
  const { now, rules } = context;
  // A task that its owner deleted is purged as soon as it has ended.
  if (task.status !== 'pending')
    return new Date(now.getTime() + (task.delete_requested_at ? 0 : SETTLEMENT_CHECK_MS));
  const times = task.steps.flatMap((step) => wakeOfStep(step, context));
  if (task.cost.wanted !== null) times.push(now.getTime() + rules.claimTimeoutMs);
  return new Date(Math.min(task.deadline_at.getTime(), ...times));
}

function wakeOfStep(step: TaskStep, { now, rules, heardSince }: WakeContext): number[] {
  if (step.status === 'running') return [silentSince(step, { now, heardSince }) + rules.heartbeatTimeoutMs];
  if (step.status !== 'queued' || step.awaits_turn) return [];
  if (step.not_before) return [step.not_before.getTime()];
  const timeout = (step.queued_at ?? now).getTime() + claimTimeoutOf(step, rules);
  return [timeout > now.getTime() ? timeout : now.getTime() + QUEUE_CHECK_MS];
}
