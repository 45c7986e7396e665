import type { StepAlive, StepError, StepFinished, StepSuccess, Task, TaskStep } from '@medley/contracts';
import { completeTask, failTask } from './end-task';
import type { Move } from './move';
import { planCost } from './plan-cost';
import type { Rules } from './rules';
import { findInputFault } from './step-input';

/** The step a report speaks of, if that attempt is still open: a result is accepted once, by (task, step, attempt). */
export function openAttempt(task: Task, report: { step_id: string; attempt: number }): TaskStep | undefined {
  return task.steps.find(
    ({ id, attempt, status }) =>
      id === report.step_id && attempt === report.attempt && (status === 'queued' || status === 'running'),
  );
}

/**
 * Hand a step to its queue: the first time, for another attempt, or once more. One whose input no step takes fails at once,
 * and with it the task.
 */
export function queueStep(
  move: Move,
  step: TaskStep,
  { rules, run }: { rules: Rules; run: Set<string> },
): void {
  const attempt = Math.max(step.attempt, 1);
  move.setStep(step, { status: 'queued', attempt, queued_at: move.now, not_before: null });
  if (step.status === 'waiting') move.event('step.queued', { id: step.id, attempt });
  const error = findInputFault(move.task, step);
  if (error) failAttempt(move, { ...step, attempt }, { error, rules });
  else run.add(step.id);
}

/** Accept a result, then queue what waited for it, or end the task. */
export function completeStep(
  move: Move,
  step: TaskStep,
  { report, rules, run }: { report: StepFinished & StepSuccess; rules: Rules; run: Set<string> },
): void {
  const { output, text, media, mapping, usage } = report;
  noteStart(move, step, report.elapsed_ms);
  move.setStep(step, {
    status: 'completed',
    completed_at: move.now,
    progress: 1,
    output,
    text,
    media,
    mapping,
    usage,
  });
  move.event('step.completed', step);
  queueReady(move, { rules, run });
  if (move.task.status !== 'pending') return;
  if (move.task.steps.every((one) => one.status === 'completed')) completeTask(move, rules);
}

/** Queue the steps that wait for nothing any more, unless money has to be set aside for them first. */
function queueReady(move: Move, { rules, run }: { rules: Rules; run: Set<string> }): void {
  const ready = readySteps(move.task);
  const { cost } = move.task;
  if (ready.length === 0 || cost.wanted !== null) return;
  // What no step takes fails as such, whatever it would cost.
  const unfit = ready.find((step) => findInputFault(move.task, step));
  if (unfit) return queueStep(move, unfit, { rules, run });
  const missing = planCost(move.task, rules) - cost.reserved;
  if (missing > 0) move.set({ cost: { ...cost, wanted: missing } });
  else for (const step of ready) queueStep(move, step, { rules, run });
}

/** The answer of the account to what the task wanted; false when it is not the one that is waited for. */
export function takeReservation(
  move: Move,
  answer: { index: number; granted: boolean },
  { rules, run }: { rules: Rules; run: Set<string> },
): boolean {
  const { cost } = move.task;
  const { wanted, extensions, reserved } = cost;
  if (wanted === null || answer.index !== extensions.length + 1) return false;
  if (answer.granted) {
    move.set({
      cost: { ...cost, reserved: reserved + wanted, extensions: [...extensions, wanted], wanted: null },
    });
    queueReady(move, { rules, run });
    return true;
  }
  const [step] = readySteps(move.task);
  const message = 'the balance of the account is too low for what this task costs by its length';
  const error = { code: 'INSUFFICIENT_BALANCE', message, retryable: false };
  if (step) {
    move.setStep(step, { status: 'failed', completed_at: move.now, error });
    move.event('step.failed', step);
  }
  failTask(move, rules, { ...error, step: step?.id ?? null, attempts: 0 });
  return true;
}

/** Waiting steps all of whose parents are done. */
function readySteps(task: Task): TaskStep[] {
  const done = new Set(task.steps.filter((step) => step.status === 'completed').map((step) => step.id));
  return task.steps.filter(
    (step) => step.status === 'waiting' && step.depends_on.every((parent) => done.has(parent)),
  );
}

/** An attempt failed: another one after a pause, or the end of the task. */
export function failAttempt(
  move: Move,
  step: TaskStep,
  { error, elapsedMs, rules }: { error: StepError; elapsedMs?: number; rules: Rules },
): void {
  if (elapsedMs !== undefined) noteStart(move, step, elapsedMs);
  // A worker that was told to stop says CANCELED; here nobody asked for it, so the attempt was merely interrupted.
  const retryable = error.retryable || error.code === 'CANCELED';
  if (retryable && step.attempt < rules.attemptsMax) {
    const delay = rules.retryDelaysMs[Math.min(step.attempt, rules.retryDelaysMs.length) - 1] ?? 0;
    move.event('step.retrying', step);
    move.setStep(step, {
      status: 'queued',
      attempt: step.attempt + 1,
      not_before: new Date(move.now.getTime() + Math.round(delay * (1 + rules.jitter()))),
      queued_at: null,
      started_at: null,
      alive_at: null,
      resent: 0,
      progress: 0,
      error,
    });
    return;
  }
  move.setStep(step, { status: 'failed', completed_at: move.now, error });
  move.event('step.failed', step);
  failTask(move, rules, { ...error, step: step.id, attempts: step.attempt });
}

/** A step beats while it works: that is what tells a slow worker from a lost one. False for a stranger's beat. */
export function noteSignOfLife(move: Move, report: StepAlive): boolean {
  const step = move.task.steps.find((one) => one.id === report.step_id);
  if (!step || step.attempt !== report.attempt || (step.status !== 'queued' && step.status !== 'running'))
    return false;
  noteStart(move, step, report.elapsed_ms);
  const progress = report.progress === null ? step.progress : Math.max(step.progress, report.progress);
  move.setStep(step, { status: 'running', alive_at: move.now, not_before: null, progress });
  return true;
}

/** The start is known from how long the attempt has lasted, so a worker's wrong clock does not matter. */
function noteStart(move: Move, step: TaskStep, elapsedMs: number): void {
  if (step.started_at) return;
  move.setStep(step, { started_at: new Date(move.now.getTime() - Math.round(elapsedMs)) });
  move.event('step.started', step);
}
