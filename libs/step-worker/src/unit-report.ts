import type { StepFinished } from '@medley/contracts';
import type { EndedAttempt } from './attempt';

/** The report of attempts that have ended, in their order. At least one. */
export function unitReport(
  taskId: string,
  ended: readonly EndedAttempt[],
  more: Pick<StepFinished, 'worker' | 'continues_with' | 'account_id'>,
): StepFinished {
  const now = performance.now();
  const [first, ...following] = ended.map((attempt) => outcomeOf(attempt, now));
  if (!first) throw new Error('a report without an outcome');
  return { task_id: taskId, ...first, ...(following.length > 0 && { following }), ...more };
}

function outcomeOf(
  { stepId, attempt, elapsedMs, endedAt, outcome, traceparent }: EndedAttempt,
  now: number,
): NonNullable<StepFinished['following']>[number] {
  const endedMsAgo = Math.round(now - endedAt);
  return {
    step_id: stepId,
    attempt,
    elapsed_ms: elapsedMs,
    ...(endedMsAgo > 0 && { ended_ms_ago: endedMsAgo }),
    ...(traceparent !== undefined && { attempt_traceparent: traceparent }),
    ...outcome,
  };
}
