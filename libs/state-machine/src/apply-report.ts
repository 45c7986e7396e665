import type { StepFinished, StepUsage } from '@medley/contracts';
import { findOpenAttempt } from './open-attempt';
import {
  completeStep,
  failAttempt,
  resumeLostAttempt,
  startStep,
  type Outcome,
  type Running,
} from './step-transitions';
import type { TaskTransition } from './task-transition';

/** Apply the outcomes of a report in order: of one attempt, or of all steps of a unit. False when none was open. */
export function applyReport(transition: TaskTransition, report: StepFinished, running: Running): boolean {
  let isChanged = false;
  // What these steps were expected to cost may exceed the reservation that what they did cost fits into.
  const known = usagesOf(report);
  for (const outcome of [report, ...(report.following ?? [])]) {
    if (transition.task.status !== 'pending') return isChanged;
    if (applyOutcome(transition, outcome, { ...running, known, worker: report.worker })) isChanged = true;
  }
  return continueUnit(transition, report) || isChanged;
}

function usagesOf({ following = [] }: StepFinished): ReadonlyMap<string, StepUsage> {
  return new Map(
    following.flatMap((outcome) =>
      outcome.outcome === 'completed' ? [[outcome.step_id, outcome.usage]] : [],
    ),
  );
}

function applyOutcome(
  transition: TaskTransition,
  report: Outcome & { step_id: string; attempt: number },
  { worker, ...running }: Running & { worker: string | undefined },
): boolean {
  const isCompleted = report.outcome === 'completed';
  const step =
    findOpenAttempt(transition.task, report) ??
    (isCompleted ? resumeLostAttempt(transition, report) : undefined);
  if (!step) return false;
  if (isCompleted) completeStep(transition, step, { ...running, report, worker });
  else failAttempt(transition, step, { error: report.error, report, worker, rules: running.rules });
  return true;
}

/** The worker has begun the next step of the unit, so that no other worker gets a message for it. */
function continueUnit(transition: TaskTransition, { continues_with, worker }: StepFinished): boolean {
  if (transition.task.status !== 'pending') return false;
  const step = transition.task.steps.find(({ id }) => id === continues_with);
  if (step?.status !== 'queued' || step.attempt !== 1 || step.not_before) return false;
  startStep(transition, step, { worker, elapsedMs: 0 });
  return true;
}
