import type { StepClaim, StepClaimedSignal, Task } from '@medley/contracts';
import { claimLimits } from './claim-limits';
import { findOpenAttempt } from './open-attempt';
import { startStep } from './step-transitions';
import type { TaskTransition } from './task-transition';

/**
 * Give an attempt to the worker that asks for it, unless another one has begun it. False when it must wait or is refused,
 * see {@link answerClaim}.
 */
export function applyClaim(transition: TaskTransition, claim: StepClaim): boolean {
  const step = findOpenAttempt(transition.task, claim);
  if (!step || step.not_before) return false;
  const silentMs = step.alive_at ? transition.now.getTime() - step.alive_at.getTime() : 0;
  const isTaken = step.status === 'running' && silentMs < claimLimits.takeoverMs;
  if (isTaken || (step.status === 'running' && step.worker === claim.worker)) return false;
  startStep(transition, step, { worker: claim.worker, elapsedMs: 0 });
  return true;
}

/** The answer to a claim, by the task after {@link applyClaim}. */
export function answerClaim(task: Task | null, claim: StepClaim): StepClaimedSignal['answer'] {
  const step = task?.status === 'pending' ? findOpenAttempt(task, claim) : undefined;
  if (!step || step.not_before) return 'drop';
  return step.status === 'running' && step.worker === claim.worker ? 'run' : 'wait';
}
