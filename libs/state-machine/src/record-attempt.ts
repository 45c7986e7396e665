import type { TaskStep } from '@medley/contracts';
import type { TaskTransition } from './task-transition';

/** What a worker reports of every attempt. */
export interface AttemptReport {
  elapsed_ms: number;
  attempt_traceparent?: string;
}

/** Record what the end of an attempt tells of it: a short one has sent no heartbeat. Without `report` no worker told it. */
export function recordReport(
  transition: TaskTransition,
  step: TaskStep,
  { at, report, worker }: { at: Date; report: AttemptReport | undefined; worker: string | undefined },
): void {
  if (report) {
    recordStart(transition, step, { at, elapsedMs: report.elapsed_ms });
    recordTrace(transition, step, report);
  }
  if (worker !== undefined) transition.setStep(step, { worker });
}

/** The trace context by which the next attempt is linked to this one. */
export function recordTrace(
  transition: TaskTransition,
  step: TaskStep,
  { attempt_traceparent: traceparent }: AttemptReport,
): void {
  if (traceparent !== undefined) transition.setStep(step, { traceparent });
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
