import type { Task } from '@medley/contracts';
import { storedBytes, type StepHeartbeat, type StepFinished } from '@medley/contracts';
import type { TaskChanges } from '@medley/store';
import { cancelTask, failTask } from './end-task';
import { Move } from './move';
import { completeStep, failAttempt, recordHeartbeat, findOpenAttempt, applyReservation } from './move-step';
import type { Rules } from './rules';
import { checkRunningSteps, retryDue, type QueueState } from './check-running-steps';
import { checkEndedTask, deleteOrphanBlobs } from './check-ended-task';
import { nextWake } from './next-wake';

/** An event that makes the orchestrator decide about a task. */
export type TaskTrigger =
  | { type: 'submitted' }
  /** A client's request (cancel, delete) is stored in the task. */
  | { type: 'requested' }
  | { type: 'finished'; report: StepFinished }
  | { type: 'heartbeat'; report: StepHeartbeat }
  /** The account granted or refused the extension of the reservation with this number. */
  | { type: 'reserved'; index: number; granted: boolean }
  /** The broker dead-lettered a step's message. */
  | { type: 'dead-lettered'; step_id: string; attempt: number; reason: string }
  /** The `wake_at` of the task has passed. */
  | { type: 'timer-fired'; queues: QueueState };

/** The result of a trigger: the changes to store, then the messages and side effects that follow from them. */
export interface Decision {
  /** Null: nothing to store. */
  changes: TaskChanges | null;
  /** The task after the write. */
  task: Task;
  /** Steps whose `step.run` goes out now. */
  run: string[];
  /** Request `cost.wanted` from the account. */
  reserve: boolean;
  /** Signal the workers to cancel all steps of the task. */
  stop: boolean;
  /** This transition ended the task. */
  ended: boolean;
  /** Charge the account and release the rest of the reservation. */
  settle: boolean;
  /** Delete all blobs of the task. */
  deleteBlobs: boolean;
}

/**
 * Decide what a trigger changes in a task. Pure, so that the decision can be repeated when a concurrent write wins.
 * Null when the trigger changes nothing: a duplicate, a late report, a report of another attempt.
 */
export function decide(
  task: Task,
  trigger: TaskTrigger,
  context: { now: Date; rules: Rules },
): Decision | null {
  const move = new Move(task, context.now);
  if (task.status !== 'pending') return decideEnded(move, trigger);
  const run = new Set<string>();
  if (task.cancel_requested_at ?? task.delete_requested_at) cancelTask(move, context.rules);
  else if (!apply(move, trigger, { rules: context.rules, run })) return null;
  return conclude(task, move, { run, rules: context.rules, timerFired: trigger.type === 'timer-fired' });
}

/** An attempt that finishes after the purge of its task may have stored blobs since. */
function decideEnded(move: Move, { type }: TaskTrigger): Decision | null {
  if (type === 'timer-fired' || type === 'requested') return checkEndedTask(move);
  return type === 'finished' && move.task.purged_at ? deleteOrphanBlobs(move.task) : null;
}

interface Running {
  rules: Rules;
  run: Set<string>;
}

/** Apply a trigger to a pending task; false when it changes nothing. */
function apply(move: Move, trigger: TaskTrigger, { rules, run }: Running): boolean {
  switch (trigger.type) {
    case 'submitted':
      for (const step of move.task.steps)
        if (step.status === 'queued' && step.attempt === 1) run.add(step.id);
      return run.size > 0;
    case 'requested':
      return false;
    case 'finished':
      return applyReport(move, trigger.report, { rules, run });
    case 'heartbeat':
      return recordHeartbeat(move, trigger.report);
    case 'reserved':
      return applyReservation(move, trigger, { rules, run });
    case 'dead-lettered':
      return applyDeadLetter(move, trigger, rules);
    case 'timer-fired':
      if (move.now >= move.task.deadline_at) {
        failTask(move, rules, {
          code: 'DEADLINE_EXCEEDED',
          message: 'the task did not end in the time it may take',
          step: null,
          retryable: false,
          attempts: 0,
        });
        return true;
      }
      retryDue(move, { rules, run });
      checkRunningSteps(move, { queues: trigger.queues, rules, run });
      return true;
  }
}

/** A dead-lettered step message fails the attempt, so that no step waits for ever. */
function applyDeadLetter(
  move: Move,
  letter: { step_id: string; attempt: number; reason: string },
  rules: Rules,
): boolean {
  const step = findOpenAttempt(move.task, letter);
  if (!step) return false;
  const error =
    letter.reason === 'rejected'
      ? {
          code: 'MESSAGE_REJECTED',
          message: 'the message of the step could not be handled',
          retryable: false,
        }
      : { code: 'WORKER_LOST', message: 'the workers of this step failed repeatedly', retryable: true };
  failAttempt(move, step, { error, rules });
  return true;
}

function applyReport(move: Move, report: StepFinished, { rules, run }: Running): boolean {
  const step = findOpenAttempt(move.task, report);
  if (!step) return false;
  if (report.outcome === 'completed') completeStep(move, step, { report, rules, run });
  else failAttempt(move, step, { error: report.error, elapsedMs: report.elapsed_ms, rules });
  return true;
}

/** Set `wake_at` and the progress, and turn the changes of a pending task into a decision. */
function conclude(
  before: Task,
  move: Move,
  { run, rules, timerFired }: Running & { timerFired: boolean },
): Decision {
  const ended = move.task.status !== 'pending';
  const stored_bytes = storedBytes(move.task.steps);
  if (stored_bytes !== before.stored_bytes) move.set({ stored_bytes });
  const isSubmission = run.size > 0 && move.changes().steps?.length === 0 && !ended;
  if (!isSubmission)
    move.set({ wake_at: nextWake(move.task, move.now, rules), progress: progressOf(move.task) });
  return {
    changes: isSubmission ? null : move.changes(),
    task: move.task,
    run: ended ? [] : [...run],
    reserve: !ended && needsReservation(before, move.task, timerFired),
    stop: ended && hadOpenSteps(before, move.task),
    ended,
    settle: ended,
    deleteBlobs: false,
  };
}

/** The extension was not requested yet, or no reply came. A repeated request is idempotent. */
function needsReservation(before: Task, after: Task, timerFired: boolean): boolean {
  const { wanted, extensions } = after.cost;
  if (wanted === null) return false;
  return timerFired || before.cost.wanted === null || before.cost.extensions.length < extensions.length;
}

/** Whether a step was queued or running when the task ended. */
function hadOpenSteps(before: Task, after: Task): boolean {
  return before.steps.some(
    (step, index) =>
      (step.status === 'running' || step.status === 'queued') && after.steps[index]?.status === 'skipped',
  );
}

function progressOf(task: Task): number {
  const sum = task.steps.reduce(
    (total, step) => total + (step.status === 'completed' ? 1 : step.progress),
    0,
  );
  return task.status === 'completed' ? 1 : Math.round((sum / task.steps.length) * 1_000) / 1_000;
}
