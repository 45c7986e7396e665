import type { StepKind, TaskStep } from '@medley/contracts';
import type { TaskTransition } from './task-transition';
import { failAttempt, queueStep, type Running } from './step-transitions';
import { requeueLimits } from './requeue-limits';
import { silentSince } from './silence';
import type { Rules } from './rules';

/** State of the step queues when the task timer fires. */
export interface QueueState {
  /** Kinds whose queues hold no ready message. */
  idle: ReadonlySet<StepKind>;
  /** By kind: the latest `queued_at` of the steps that a worker has claimed. */
  claimedUntil: ReadonlyMap<StepKind, Date>;
}

/** Queue the attempts whose retry delay has passed. */
export function retryDue(transition: TaskTransition, running: Running): void {
  for (const step of transition.task.steps) {
    if (transition.task.status !== 'pending') return;
    if (step.status === 'queued' && step.not_before && step.not_before <= transition.now)
      queueStep(transition, step, running);
  }
}

/** Fail running steps without a heartbeat and requeue queued steps that no worker claimed in time. */
export function checkRunningSteps(
  transition: TaskTransition,
  { queues, ...running }: Running & { queues: QueueState },
): void {
  for (const { id } of transition.task.steps) {
    if (transition.task.status !== 'pending') return;
    const step = transition.task.steps.find((one) => one.id === id);
    if (step?.status === 'running') failLostStep(transition, step, running);
    else if (step?.status === 'queued') requeueUnclaimed(transition, step, { queues, ...running });
  }
}

function failLostStep(transition: TaskTransition, step: TaskStep, { rules, heardSince }: Running): void {
  const { now } = transition;
  const silentMs = now.getTime() - silentSince(step, { now, heardSince });
  if (silentMs < rules.heartbeatTimeoutMs) return;
  const error = {
    code: 'WORKER_LOST',
    message: 'the worker of this step sent no heartbeat',
    retryable: true,
  };
  failAttempt(transition, step, { error, rules });
}

function requeueUnclaimed(
  transition: TaskTransition,
  step: TaskStep,
  { queues, ...running }: Running & { queues: QueueState },
): void {
  if (!isUnclaimed(step, transition.now, { queues, rules: running.rules })) return;
  transition.setStep(step, { resent: step.resent + 1 });
  queueStep(transition, step, running);
}

/**
 * Whether the message of a queued step must be published again. If the queue is empty, the message is lost. If steps
 * queued later were claimed, the queue (first in, first out) has overtaken it. Otherwise it probably waits in a long
 * queue and is published again after `unclaimedMs` only. The last two cases back off without a maximum, so that a long
 * queue does not fill with copies.
 */
function isUnclaimed(
  step: TaskStep,
  now: Date,
  { queues, rules }: { queues: QueueState; rules: Rules },
): boolean {
  if (step.not_before !== null || step.awaits_turn) return false;
  if (step.queued_at === null) return queues.idle.has(step.name);
  const queuedAt = step.queued_at.getTime();
  const waitedMs = now.getTime() - queuedAt;
  if (queues.idle.has(step.name)) return waitedMs >= claimTimeoutOf(step, rules);
  const backoff = requeueLimits.backoffFactor ** step.resent;
  const claimedUntil = queues.claimedUntil.get(step.name)?.getTime() ?? 0;
  const isOvertaken = claimedUntil - queuedAt >= requeueLimits.overtakenMs;
  return waitedMs >= (isOvertaken ? rules.claimTimeoutMs : requeueLimits.unclaimedMs) * backoff;
}

/** Milliseconds a queued step may stay unclaimed while its queue is empty; grows with each time it was requeued. */
export function claimTimeoutOf(step: TaskStep, rules: Rules): number {
  return Math.min(
    rules.heartbeatTimeoutMs,
    rules.claimTimeoutMs * requeueLimits.backoffFactor ** step.resent,
  );
}
