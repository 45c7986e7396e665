import type { StepAttempt, TaskStep } from '@medley/contracts';

/** The attempts of a step before the next one: those so far and its current one, which has ended. */
export function withPastAttempt(
  { past_attempts = [], attempt, queued_at, started_at, worker = null, traceparent }: TaskStep,
  end: Pick<StepAttempt, 'completed_at' | 'error'>,
): StepAttempt[] {
  const trace = traceparent === undefined ? {} : { traceparent };
  return [...past_attempts, { attempt, queued_at, started_at, worker, ...trace, ...end }];
}

/** The step in an attempt that was given up as lost: it goes on, and those from it on are no past ones any more. */
export function resumedAttempt(
  { past_attempts = [], queued_at }: TaskStep,
  attempt: number,
): Pick<TaskStep, 'attempt' | 'queued_at' | 'past_attempts'> {
  const lost = past_attempts.find((one) => one.attempt === attempt);
  return {
    attempt,
    queued_at: lost?.queued_at ?? queued_at,
    past_attempts: past_attempts.filter((one) => one.attempt < attempt),
  };
}
