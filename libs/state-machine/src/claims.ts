import {
  stepCatalogue,
  type StepClaim,
  type StepClaimedSignal,
  type Task,
  type TaskStep,
} from '@medley/contracts';
import { claimLimits } from './claim-limits';
import { unitAfter } from './following-steps';
import { findOpenAttempt } from './open-attempt';
import { silentSince } from './silence';
import { queueStep, startStep, type Running } from './step-transitions';
import type { TaskTransition } from './task-transition';

/**
 * Give an attempt to the worker that asks for it, unless another one has begun it. False when it must wait or is refused,
 * see {@link answerClaim}.
 */
export function applyClaim(transition: TaskTransition, claim: StepClaim, running: Running): boolean {
  const step = findOpenAttempt(transition.task, claim);
  if (!step) return requeueUnit(transition, claim, running);
  if (step.not_before || mayRunUnheard(step, claim, { ...running, now: transition.now })) return false;
  // The worker that has it asks again when it missed the answer: it counts from that one.
  const isOwn = step.worker === claim.worker;
  const silentMs = isOwn ? claimLimits.renewMs : claimLimits.takeoverMs;
  if (isRunning(transition, step, { ...running, silentMs })) return false;
  startStep(transition, step, { worker: claim.worker, elapsedMs: 0 });
  return true;
}

/** The answer to a claim, by the task after {@link applyClaim}. */
export function answerClaim(task: Task | null, claim: StepClaim): StepClaimedSignal['answer'] {
  if (task?.status !== 'pending') return 'drop';
  const step = findOpenAttempt(task, claim);
  if (!step) return findContinuing(task, claim) ? 'wait' : 'drop';
  if (step.not_before) return 'drop';
  return step.status === 'running' && step.worker === claim.worker ? 'run' : 'wait';
}

/**
 * The message of a unit came again although its first step is completed: its worker was lost in a later step, which has no
 * message of its own. Once that step is silent for as long as one that may be taken over, it gets one.
 */
function requeueUnit(transition: TaskTransition, claim: StepClaim, running: Running): boolean {
  const step = findContinuing(transition.task, claim);
  if (!step || isRunning(transition, step, { ...running, silentMs: claimLimits.takeoverMs })) return false;
  transition.setStep(step, { alive_at: null, worker: null, resent: step.resent + 1 });
  queueStep(transition, step, running);
  return true;
}

/** The running step of the unit that began with this completed attempt. */
function findContinuing(task: Task, { step_id, attempt }: StepClaim): TaskStep | undefined {
  const first = task.steps.find(({ id }) => id === step_id);
  if (first?.status !== 'completed' || first.attempt !== attempt) return undefined;
  return unitAfter(task, first).find(({ status }) => status === 'running');
}

/**
 * Whether another worker may have begun a queued attempt without being heard: its message was delivered before, and a worker
 * that was cut off together with this orchestrator has not had the time to be heard again.
 */
function mayRunUnheard(
  { name, status }: TaskStep,
  { redelivered }: StepClaim,
  { now, heardSince }: Running & { now: Date },
): boolean {
  // An attempt that an upstream may bill is never begun without a claim.
  if (status !== 'queued' || redelivered !== true || stepCatalogue[name].paidUpstream) return false;
  if (heardSince === undefined) return false;
  return now.getTime() - heardSince.getTime() < claimLimits.takeoverMs;
}

/** Whether the step runs, and its worker has not been silent for this long. */
function isRunning(
  { now }: TaskTransition,
  step: TaskStep,
  { silentMs, heardSince }: Running & { silentMs: number },
): boolean {
  return step.status === 'running' && now.getTime() - silentSince(step, { now, heardSince }) < silentMs;
}
