import type { TaskStep } from '@medley/contracts';
import type { TaskTransition } from './task-transition';

/** A short attempt has sent no heartbeat, by which the worker would be known. */
export function recordWorker(transition: TaskTransition, step: TaskStep, worker: string | undefined): void {
  if (worker !== undefined) transition.setStep(step, { worker });
}

/** The start is computed from the elapsed time, so clock skew of the worker does not matter. */
export function recordStart(
  transition: TaskTransition,
  step: TaskStep,
  { at, elapsedMs }: { at: Date; elapsedMs: number },
): void {
  if (step.started_at) return;
  const started_at = new Date(at.getTime() - Math.round(elapsedMs));
  transition.setStep(step, { started_at });
  transition.event('step.started', step, started_at);
}
