import type { StepHeartbeat, StepError, StepFinished, StepSuccess, Task, TaskStep } from '@medley/contracts';
import { completeTask, failTask } from './end-task';
import type { TaskTransition } from './task-transition';
import { planCost } from './plan-cost';
import type { Rules } from './rules';
import { findInputError } from './step-input';

/** The step of a report if its attempt is still open, so that each attempt's result is accepted once. */
export function findOpenAttempt(
  task: Task,
  report: { step_id: string; attempt: number },
): TaskStep | undefined {
  return task.steps.find(
    ({ id, attempt, status }) =>
      id === report.step_id && attempt === report.attempt && (status === 'queued' || status === 'running'),
  );
}

/**
 * Queue a step: the first time, for a retry, or once more for the same attempt. A step whose input exceeds the limits fails
 * at once, and with it the task.
 */
export function queueStep(
  transition: TaskTransition,
  step: TaskStep,
  { rules, run }: { rules: Rules; run: Set<string> },
): void {
  const attempt = Math.max(step.attempt, 1);
  transition.setStep(step, { status: 'queued', attempt, queued_at: transition.now, not_before: null });
  if (step.status === 'waiting') transition.event('step.queued', { id: step.id, attempt });
  const error = findInputError(transition.task, step);
  if (error) failAttempt(transition, { ...step, attempt }, { error, rules });
  else run.add(step.id);
}

/** Accept a result, then queue the steps that depend on it, or complete the task. */
export function completeStep(
  transition: TaskTransition,
  step: TaskStep,
  { report, rules, run }: { report: StepFinished & StepSuccess; rules: Rules; run: Set<string> },
): void {
  const { output, text, media, mapping, usage } = report;
  recordStart(transition, step, report.elapsed_ms);
  transition.setStep(step, {
    status: 'completed',
    completed_at: transition.now,
    progress: 1,
    output,
    text,
    media,
    mapping,
    usage,
  });
  transition.event('step.completed', step);
  queueReady(transition, { rules, run });
  if (transition.task.status !== 'pending') return;
  if (transition.task.steps.every((one) => one.status === 'completed')) completeTask(transition, rules);
}

/** Queue the steps whose dependencies are completed, unless the reservation must be extended first. */
function queueReady(transition: TaskTransition, { rules, run }: { rules: Rules; run: Set<string> }): void {
  const ready = readySteps(transition.task);
  const { cost } = transition.task;
  if (ready.length === 0 || cost.wanted !== null) return;
  // An input beyond the limits fails with its own code, whatever it would cost.
  const invalid = ready.find((step) => findInputError(transition.task, step));
  if (invalid) return queueStep(transition, invalid, { rules, run });
  const missing = planCost(transition.task, rules) - cost.reserved;
  if (missing > 0) transition.set({ cost: { ...cost, wanted: missing } });
  else for (const step of ready) queueStep(transition, step, { rules, run });
}

/** Apply the account's reply to an extension request; false when it is not the pending one. */
export function applyReservation(
  transition: TaskTransition,
  reply: { index: number; granted: boolean },
  { rules, run }: { rules: Rules; run: Set<string> },
): boolean {
  const { cost } = transition.task;
  const { wanted, extensions, reserved } = cost;
  if (wanted === null || reply.index !== extensions.length + 1) return false;
  if (reply.granted) {
    transition.set({
      cost: { ...cost, reserved: reserved + wanted, extensions: [...extensions, wanted], wanted: null },
    });
    queueReady(transition, { rules, run });
    return true;
  }
  const [step] = readySteps(transition.task);
  const message = 'the balance of the account is too low for what this task costs by its length';
  const error = { code: 'INSUFFICIENT_BALANCE', message, retryable: false };
  if (step) {
    transition.setStep(step, { status: 'failed', completed_at: transition.now, error });
    transition.event('step.failed', step);
  }
  failTask(transition, rules, { ...error, step: step?.id ?? null, attempts: 0 });
  return true;
}

/** Waiting steps whose dependencies are all completed. */
function readySteps(task: Task): TaskStep[] {
  const done = new Set(task.steps.filter((step) => step.status === 'completed').map((step) => step.id));
  return task.steps.filter(
    (step) => step.status === 'waiting' && step.depends_on.every((parent) => done.has(parent)),
  );
}

/** Fail an attempt: schedule a retry, or fail the task when the error is final or no attempt is left. */
export function failAttempt(
  transition: TaskTransition,
  step: TaskStep,
  { error, elapsedMs, rules }: { error: StepError; elapsedMs?: number; rules: Rules },
): void {
  if (elapsedMs !== undefined) recordStart(transition, step, elapsedMs);
  // A worker that stops reports CANCELED. This task was not canceled, so the attempt was interrupted.
  const retryable = error.retryable || error.code === 'CANCELED';
  if (retryable && step.attempt < rules.attemptsMax) {
    const delay = rules.retryDelaysMs[Math.min(step.attempt, rules.retryDelaysMs.length) - 1] ?? 0;
    transition.event('step.retrying', step);
    transition.setStep(step, {
      status: 'queued',
      attempt: step.attempt + 1,
      not_before: new Date(transition.now.getTime() + Math.round(delay * (1 + rules.jitter()))),
      queued_at: null,
      started_at: null,
      alive_at: null,
      resent: 0,
      progress: 0,
      error,
    });
    return;
  }
  transition.setStep(step, { status: 'failed', completed_at: transition.now, error });
  transition.event('step.failed', step);
  failTask(transition, rules, { ...error, step: step.id, attempts: step.attempt });
}

/** Record a heartbeat, which distinguishes a slow worker from a lost one. False when the attempt is not open. */
export function recordHeartbeat(transition: TaskTransition, report: StepHeartbeat): boolean {
  const step = transition.task.steps.find((one) => one.id === report.step_id);
  if (!step || step.attempt !== report.attempt || (step.status !== 'queued' && step.status !== 'running'))
    return false;
  recordStart(transition, step, report.elapsed_ms);
  const progress = report.progress === null ? step.progress : Math.max(step.progress, report.progress);
  transition.setStep(step, { status: 'running', alive_at: transition.now, not_before: null, progress });
  return true;
}

/** The start is computed from the elapsed time, so clock skew of the worker does not matter. */
function recordStart(transition: TaskTransition, step: TaskStep, elapsedMs: number): void {
  if (step.started_at) return;
  transition.setStep(step, { started_at: new Date(transition.now.getTime() - Math.round(elapsedMs)) });
  transition.event('step.started', step);
}
