import { passesOnWords } from './passes-on-words';
import type { StepInput } from './payloads';
import { mediaSecondsMax } from './plan-cost';
import { runOptions } from './step-input';
import type { FollowingStep, StepRun } from './step-messages';
import type { Task, TaskStep } from './task';

interface StepRunParts {
  input: StepInput;
  sentAt: Date;
  /** The steps that the worker may run next in the same unit. */
  following?: readonly FollowingStep[];
}

/** The message that lets a worker run a queued step. */
export function stepRun(
  task: Task,
  step: TaskStep,
  { input, sentAt, following = [] }: StepRunParts,
): StepRun {
  const secondsMax = mediaSecondsMax(task, step);
  return {
    task_id: task.id,
    step_id: step.id,
    kind: step.name,
    attempt: step.attempt,
    input,
    options: runOptions(task, step),
    deadline_at: task.deadline_at.toISOString(),
    sent_at: sentAt.toISOString(),
    share_reports: true,
    account_id: task.account_id,
    ...(task.request_id === undefined ? {} : { request_id: task.request_id }),
    ...(task.traceparent === undefined ? {} : { traceparent: task.traceparent }),
    ...previousOf(step),
    ...(passesOnWords(task, step) ? { passes_on_words: true } : {}),
    ...(step.resent > 0 ? { resent: true } : {}),
    ...(following.length > 0 ? { following: [...following] } : {}),
    ...(secondsMax === undefined ? {} : { media_seconds_max: secondsMax }),
  };
}

/** The trace context of the attempt before. */
function previousOf({ past_attempts = [] }: TaskStep): Pick<StepRun, 'previous_attempt'> {
  const traceparent = past_attempts.at(-1)?.traceparent;
  return traceparent === undefined ? {} : { previous_attempt: traceparent };
}
