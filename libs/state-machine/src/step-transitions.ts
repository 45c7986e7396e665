import {
  type StepError,
  type StepHeartbeat,
  type StepOutcomeReport,
  type StepSuccess,
  type StepUsage,
  type Task,
  type TaskStep,
  planCost,
  priceOfStep,
  findInputError,
} from '@medley/contracts';
import type { DecisionContext } from './decision-context';
import { completeTask, failTask } from './end-task';
import type { TaskTransition } from './task-transition';
import { findLostAttempt, findOpenAttempt } from './open-attempt';
import { resumedAttempt, withPastAttempt } from './past-attempts';
import { recordReport, recordStart, recordTrace, type AttemptReport } from './record-attempt';
import type { Rules } from './rules';

/**
 * Queue a step: the first time, for a retry, or once more for the same attempt. A step whose input exceeds the limits fails
 * at once, and with it the task.
 */
export function queueStep(
  transition: TaskTransition,
  step: TaskStep,
  { rules, run, mustAwaitTurn, at = transition.now }: Running & { at?: Date },
): void {
  const attempt = Math.max(step.attempt, 1);
  const awaits_turn = step.status === 'waiting' && (mustAwaitTurn?.(step.name) ?? false);
  transition.setStep(step, { status: 'queued', attempt, queued_at: at, not_before: null, awaits_turn });
  if (step.status === 'waiting') transition.event('step.queued', { id: step.id, attempt }, at);
  const error = findInputError(transition.task, step);
  if (error) failAttempt(transition, { ...step, attempt }, { error, rules });
  else if (!awaits_turn) run.add(step.id);
}

/** Rules of a decision, and the steps to dispatch, which it adds to. */
export interface Running extends Pick<DecisionContext, 'rules' | 'mustAwaitTurn' | 'heardSince'> {
  run: Set<string>;
  /** The usage of steps whose outcomes are in the same report, by step id. */
  known?: ReadonlyMap<string, StepUsage>;
}

/** A report of an attempt, without the ids. */
export type Outcome<O = StepOutcomeReport> = O & AttemptReport & { ended_ms_ago?: number };

/** Accept a result, then queue the steps that depend on it, or complete the task. */
export function completeStep(
  transition: TaskTransition,
  step: TaskStep,
  { report, worker, ...running }: Running & { report: Outcome<StepSuccess>; worker?: string | undefined },
): void {
  const { output, text, media, mapping, usage } = report;
  const at = endOf(transition, report);
  recordReport(transition, step, { at, report, worker });
  transition.setStep(step, {
    status: 'completed',
    completed_at: at,
    progress: 1,
    output,
    text,
    media,
    mapping,
    usage,
    cost: priceOfStep(running.rules.prices[step.name], usage),
  });
  transition.event('step.completed', step, at);
  queueReady(transition, { ...running, at });
  if (transition.task.status !== 'pending') return;
  if (transition.task.steps.every((one) => one.status === 'completed'))
    completeTask(transition, running.rules);
}

/** Queue the steps whose dependencies are completed, unless the reservation must be extended first. */
function queueReady(transition: TaskTransition, running: Running & { at?: Date }): void {
  const ready = readySteps(transition.task);
  const { cost } = transition.task;
  if (ready.length === 0 || cost.wanted !== null) return;
  // An input beyond the limits fails with its own code, whatever it would cost.
  const invalid = ready.find((step) => findInputError(transition.task, step));
  if (invalid) return queueStep(transition, invalid, running);
  const missing = planCost(transition.task, running.rules, running.known) - cost.reserved;
  if (missing > 0 && cost.reserved + missing > (cost.max ?? Infinity))
    failUnpaid(transition, running.rules, costLimit);
  else if (missing > 0) transition.set({ cost: { ...cost, wanted: missing } });
  else for (const step of ready) queueStep(transition, step, running);
}

/** Apply the account's reply to an extension request; false when it is not the pending one. */
export function applyReservation(
  transition: TaskTransition,
  reply: { index: number; granted: boolean },
  running: Running,
): boolean {
  const { cost } = transition.task;
  const { wanted, extensions, reserved } = cost;
  if (wanted === null || reply.index !== extensions.length + 1) return false;
  if (reply.granted) {
    transition.set({
      cost: { ...cost, reserved: reserved + wanted, extensions: [...extensions, wanted], wanted: null },
    });
    queueReady(transition, running);
    return true;
  }
  failUnpaid(transition, running.rules, insufficientBalance);
  return true;
}

const insufficientBalance: StepError = {
  code: 'INSUFFICIENT_BALANCE',
  message: 'the balance of the account is too low for what this task costs by its length',
  retryable: false,
};
const costLimit: StepError = {
  code: 'COST_LIMIT',
  message: 'by its length this task would cost more than its max_cost',
  retryable: false,
};

/** Fail a step before it spends what is not covered, and with it the task. */
function failUnpaid(transition: TaskTransition, rules: Rules, error: StepError): void {
  const [step] = readySteps(transition.task);
  if (step) {
    transition.setStep(step, { status: 'failed', completed_at: transition.now, error });
    transition.event('step.failed', step);
  }
  failTask(transition, rules, { ...error, step: step?.id ?? null, attempts: 0 });
}

/** Waiting steps whose dependencies are all completed. */
function readySteps(task: Task): TaskStep[] {
  const done = new Set(task.steps.filter((step) => step.status === 'completed').map((step) => step.id));
  return task.steps.filter(
    (step) => step.status === 'waiting' && step.depends_on.every((parent) => done.has(parent)),
  );
}

interface FailedAttempt {
  error: StepError;
  rules: Rules;
  /** Absent when no worker reported it. */
  report?: Outcome;
  worker?: string | undefined;
}

/** Fail an attempt: schedule a retry, or fail the task when the error is final or no attempt is left. */
export function failAttempt(
  transition: TaskTransition,
  step: TaskStep,
  { error, report, worker, rules }: FailedAttempt,
): void {
  const at = report ? endOf(transition, report) : transition.now;
  recordReport(transition, step, { at, report, worker });
  // A worker that stops reports CANCELED. This task was not canceled, so the attempt was interrupted.
  const retryable = error.retryable || error.code === 'CANCELED';
  if (retryable && step.attempt < rules.attemptsMax) {
    const delay = rules.retryDelaysMs[Math.min(step.attempt, rules.retryDelaysMs.length) - 1] ?? 0;
    transition.event('step.retrying', step, at);
    transition.setStep(step, {
      status: 'queued',
      attempt: step.attempt + 1,
      not_before: new Date(transition.now.getTime() + Math.round(delay * (1 + rules.jitter()))),
      queued_at: null,
      started_at: null,
      alive_at: null,
      worker: null,
      resent: 0,
      awaits_turn: false,
      progress: 0,
      error,
      past_attempts: withPastAttempt(currentOf(transition, step), { completed_at: at, error }),
    });
    return;
  }
  transition.setStep(step, { status: 'failed', completed_at: at, error });
  transition.event('step.failed', step, at);
  failTask(transition, rules, { ...error, step: step.id, attempts: step.attempt });
}

/** Record a heartbeat, which distinguishes a slow worker from a lost one. False when the attempt is not open. */
export function recordHeartbeat(transition: TaskTransition, report: StepHeartbeat): boolean {
  const step = findOpenAttempt(transition.task, report) ?? resumeLostAttempt(transition, report);
  if (!step) return false;
  const progress = report.progress === null ? step.progress : Math.max(step.progress, report.progress);
  startStep(transition, step, { worker: report.worker, elapsedMs: report.elapsed_ms });
  recordTrace(transition, step, report);
  transition.setStep(step, { progress });
  return true;
}

/** A worker runs the step. */
export function startStep(
  transition: TaskTransition,
  step: TaskStep,
  { worker, elapsedMs }: { worker: string | undefined; elapsedMs: number },
): void {
  recordStart(transition, step, { at: transition.now, elapsedMs });
  transition.setStep(step, {
    status: 'running',
    alive_at: transition.now,
    not_before: null,
    awaits_turn: false,
    worker: worker ?? null,
  });
}

/** Give a step back to the attempt that was given up as lost; undefined when its successor has begun. */
export function resumeLostAttempt(
  transition: TaskTransition,
  report: { step_id: string; attempt: number },
): TaskStep | undefined {
  const step = findLostAttempt(transition.task, report);
  if (!step) return undefined;
  transition.setStep(step, {
    ...resumedAttempt(step, report.attempt),
    not_before: null,
    error: null,
    resent: 0,
  });
  return transition.task.steps.find(({ id }) => id === step.id);
}

function currentOf(transition: TaskTransition, { id }: TaskStep): TaskStep {
  const step = transition.task.steps.find((one) => one.id === id);
  if (!step) throw new Error(`no step ${id}`);
  return step;
}

/** When the attempt ended: the steps of a unit are reported together, after the last one. */
function endOf(transition: TaskTransition, { ended_ms_ago = 0 }: Outcome): Date {
  return new Date(transition.now.getTime() - Math.round(ended_ms_ago));
}
