import type { Task } from '@medley/contracts';
import {
  storedBytes,
  type StepClaim,
  type StepHeartbeat,
  type StepFinished,
  type StepKind,
} from '@medley/contracts';
import type { Decision } from './decision';
import type { DecisionContext } from './decision-context';
import { cancelTask, failTask } from './end-task';
import { TaskTransition } from './task-transition';
import { applyClaim } from './claims';
import { applyReport } from './apply-report';
import { findOpenAttempt } from './open-attempt';
import { giveTurn, submit, turnFields } from './turns';
import { failAttempt, recordHeartbeat, applyReservation, type Running } from './step-transitions';
import { purgeHiddenOutputs } from './hidden-outputs';
import type { Rules } from './rules';
import { checkRunningSteps, retryDue, type QueueState } from './check-running-steps';
import { checkEndedTask, deleteOrphanBlobs } from './check-ended-task';
import { nextWake } from './next-wake';

/** An event that makes the orchestrator decide about a task. */
export type TaskTrigger =
  | { type: 'submitted' }
  /** The gateway has published the first steps of a new task. */
  | { type: 'sent' }
  /** A client's request (cancel, delete) is stored in the task. */
  | { type: 'requested' }
  | { type: 'finished'; report: StepFinished }
  | { type: 'heartbeat'; report: StepHeartbeat }
  /** A worker asks whether it may start an attempt. */
  | { type: 'claimed'; claim: StepClaim }
  /** The account granted or refused the extension of the reservation with this number. */
  | { type: 'reserved'; index: number; granted: boolean }
  /** The broker dead-lettered a step's message. */
  | { type: 'dead-lettered'; step_id: string; attempt: number; reason: string }
  /** The `wake_at` of the task has passed. */
  | { type: 'timer-fired'; queues: QueueState }
  /** The account has its turn for the steps of this kind that await it; repeated, when a message of it may be lost. */
  | { type: 'turn'; kind: StepKind; isRepeated: boolean };

/**
 * Decide what triggers change in a task, in one write. Pure, so that the decision can be repeated when a concurrent write
 * wins. Null when they change nothing: duplicates, late reports, reports of another attempt.
 */
export function decide(
  task: Task,
  triggers: TaskTrigger | readonly TaskTrigger[],
  context: DecisionContext,
): Decision | null {
  const all = [triggers].flat();
  const transition = new TaskTransition(task, context.now);
  if (task.status !== 'pending') return decideEnded(transition, all);
  const run = new Set<string>();
  if (task.cancel_requested_at ?? task.delete_requested_at) cancelTask(transition, context.rules);
  else if (!applyAll(transition, all, { ...context, run })) return null;
  return conclude(task, transition, {
    run,
    ...context,
    timerFired: all.some(({ type }) => type === 'timer-fired'),
  });
}

/** An attempt that finishes after the purge of its task may have stored blobs since. */
function decideEnded(transition: TaskTransition, triggers: readonly TaskTrigger[]): Decision | null {
  const types = triggers.map(({ type }) => type);
  if (types.includes('timer-fired') || types.includes('requested')) return checkEndedTask(transition);
  return types.includes('finished') && transition.task.purged_at ? deleteOrphanBlobs(transition.task) : null;
}

/** Apply triggers in order until the task has ended; false when none of them changes anything. */
function applyAll(transition: TaskTransition, triggers: readonly TaskTrigger[], running: Running): boolean {
  let isChanged = false;
  for (const trigger of triggers) {
    if (transition.task.status !== 'pending') break;
    if (apply(transition, trigger, running)) isChanged = true;
  }
  return isChanged;
}

/** Apply a trigger to a pending task; false when it changes nothing. */
function apply(transition: TaskTransition, trigger: TaskTrigger, running: Running): boolean {
  const { rules } = running;
  switch (trigger.type) {
    case 'submitted':
      return submit(transition, running);
    case 'turn':
      return giveTurn(transition, trigger, running);
    case 'requested':
    case 'sent':
      return false;
    case 'finished':
      return applyReport(transition, trigger.report, running);
    case 'heartbeat':
      return recordHeartbeat(transition, trigger.report);
    case 'claimed':
      return applyClaim(transition, trigger.claim, running);
    case 'reserved':
      return applyReservation(transition, trigger, running);
    case 'dead-lettered':
      return applyDeadLetter(transition, trigger, rules);
    case 'timer-fired':
      if (transition.now >= transition.task.deadline_at) {
        failTask(transition, rules, {
          code: 'DEADLINE_EXCEEDED',
          message: 'the task did not end in the time it may take',
          step: null,
          retryable: false,
          attempts: 0,
        });
        return true;
      }
      retryDue(transition, running);
      checkRunningSteps(transition, { ...running, queues: trigger.queues });
      return true;
  }
}

/** A dead-lettered step message fails the attempt, so that no step waits for ever. */
function applyDeadLetter(
  transition: TaskTransition,
  letter: { step_id: string; attempt: number; reason: string },
  rules: Rules,
): boolean {
  const step = findOpenAttempt(transition.task, letter);
  if (!step) return false;
  const error =
    letter.reason === 'rejected'
      ? {
          code: 'MESSAGE_REJECTED',
          message: 'the message of the step could not be handled',
          retryable: false,
        }
      : { code: 'WORKER_LOST', message: 'the workers of this step failed repeatedly', retryable: true };
  failAttempt(transition, step, { error, rules });
  return true;
}

/** Set `wake_at` and the progress, and turn the changes of a pending task into a decision. */
function conclude(
  before: Task,
  transition: TaskTransition,
  { run, rules, heardSince, timerFired }: Running & { timerFired: boolean },
): Decision {
  const ended = transition.task.status !== 'pending';
  const deleteSteps = purgeHiddenOutputs(transition);
  const stored_bytes = storedBytes(transition.task.steps);
  if (stored_bytes !== before.stored_bytes) transition.set({ stored_bytes });
  const isOnlySent = run.size > 0 && transition.changes().steps?.length === 0 && !ended;
  if (!isOnlySent)
    transition.set({
      ...turnFields(transition),
      wake_at: nextWake(transition.task, { now: transition.now, rules, heardSince }),
      progress: progressOf(transition.task),
      updated_at: transition.now,
    });
  const awaitsWorker = new Set(
    transition.task.steps.filter((step) => step.status === 'queued' && !step.not_before).map(({ id }) => id),
  );
  return {
    changes: isOnlySent ? null : transition.changes(),
    task: transition.task,
    // A step that a later trigger completed or started needs no message.
    run: ended ? [] : [...run].filter((id) => awaitsWorker.has(id)),
    reserve: !ended && needsReservation(before, transition.task, timerFired),
    stop: ended && hadOpenSteps(before, transition.task),
    ended,
    settle: ended,
    // At the end they are deleted with all that cannot be downloaded.
    deleteSteps: ended ? [] : deleteSteps,
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
