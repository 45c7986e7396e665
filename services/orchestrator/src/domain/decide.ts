import type { Task } from '@medley/contracts';
import { storedBytes, type StepAlive, type StepFinished } from '@medley/contracts';
import type { TaskChanges } from '@medley/store';
import { cancelTask, failTask } from './end-task';
import { Move } from './move';
import { completeStep, failAttempt, noteSignOfLife, openAttempt, takeReservation } from './move-step';
import type { Rules } from './rules';
import { resendSilent, retryDue, type QueueState } from './look-at-steps';
import { lookAtEnded, sweepUp } from './look-at-ended';
import { nextWake } from './next-wake';

/** What may happen to a task. */
export type TaskHappening =
  | { type: 'submitted' }
  /** A client's wish is stored in the task. */
  | { type: 'requested' }
  | { type: 'finished'; report: StepFinished }
  | { type: 'alive'; report: StepAlive }
  /** The account granted or refused the extension with this number that the task had asked for. */
  | { type: 'reserved'; index: number; granted: boolean }
  /** The broker gave up on a step's message. */
  | { type: 'buried'; step_id: string; attempt: number; reason: string }
  /** The clock came by. */
  | { type: 'looked'; queues: QueueState };

/** What follows: the write that makes it true, then what to tell whom. */
export interface Decision {
  /** Null: nothing to store. */
  changes: TaskChanges | null;
  /** The task after the write. */
  task: Task;
  /** Steps whose `step.run` goes out now. */
  run: string[];
  /** Ask the account for the `wanted` of the task's cost. */
  reserve: boolean;
  /** Tell the workers to stop all steps of the task. */
  stop: boolean;
  /** The task ended with this move. */
  ended: boolean;
  /** Charge the account and return the rest. */
  settle: boolean;
  /** Remove the task's blobs; once done, `forget` it. */
  deleteBlobs: boolean;
}

/**
 * What happens next to a task: pure, so that it can be tested to the last branch and repeated after a lost race.
 * Null when the happening changes nothing: a duplicate, a late report, a stranger's attempt.
 */
export function decide(
  task: Task,
  happening: TaskHappening,
  context: { now: Date; rules: Rules },
): Decision | null {
  const move = new Move(task, context.now);
  if (task.status !== 'pending') return decideEnded(move, happening);
  const run = new Set<string>();
  if (task.cancel_requested_at ?? task.delete_requested_at) cancelTask(move, context.rules);
  else if (!happen(move, happening, { rules: context.rules, run })) return null;
  return conclude(task, move, { run, rules: context.rules, looked: happening.type === 'looked' });
}

/** An attempt that outlived the purge of its task may have stored something since. */
function decideEnded(move: Move, { type }: TaskHappening): Decision | null {
  if (type === 'looked' || type === 'requested') return lookAtEnded(move);
  return type === 'finished' && move.task.purged_at ? sweepUp(move.task) : null;
}

interface Running {
  rules: Rules;
  run: Set<string>;
}

/** Apply what happened to a pending task; false when it changes nothing. */
function happen(move: Move, happening: TaskHappening, { rules, run }: Running): boolean {
  switch (happening.type) {
    case 'submitted':
      for (const step of move.task.steps)
        if (step.status === 'queued' && step.attempt === 1) run.add(step.id);
      return run.size > 0;
    case 'requested':
      return false;
    case 'finished':
      return finish(move, happening.report, { rules, run });
    case 'alive':
      return noteSignOfLife(move, happening.report);
    case 'reserved':
      return takeReservation(move, happening, { rules, run });
    case 'buried':
      return bury(move, happening, rules);
    case 'looked':
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
      resendSilent(move, { queues: happening.queues, rules, run });
      return true;
  }
}

/** The broker's last word on a step's message becomes a failed attempt: nothing ends silently. */
function bury(
  move: Move,
  letter: { step_id: string; attempt: number; reason: string },
  rules: Rules,
): boolean {
  const step = openAttempt(move.task, letter);
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

function finish(move: Move, report: StepFinished, { rules, run }: Running): boolean {
  const step = openAttempt(move.task, report);
  if (!step) return false;
  if (report.outcome === 'completed') completeStep(move, step, { report, rules, run });
  else failAttempt(move, step, { error: report.error, elapsedMs: report.elapsed_ms, rules });
  return true;
}

/** Set when to look again and sum up; the one place that turns a move into a decision. */
function conclude(before: Task, move: Move, { run, rules, looked }: Running & { looked: boolean }): Decision {
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
    reserve: !ended && isAsking(before, move.task, looked),
    stop: ended && wasInterrupted(before, move.task),
    ended,
    settle: ended,
    deleteBlobs: false,
  };
}

/** The money was not asked for before, or no answer came: asking twice is asking once. */
function isAsking(before: Task, after: Task, looked: boolean): boolean {
  const { wanted, extensions } = after.cost;
  if (wanted === null) return false;
  return looked || before.cost.wanted === null || before.cost.extensions.length < extensions.length;
}

/** Some step was on its way when the task ended. */
function wasInterrupted(before: Task, after: Task): boolean {
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
