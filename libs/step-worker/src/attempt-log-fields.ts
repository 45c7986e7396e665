import type { StepRun } from '@medley/contracts';
import { taskLogFields } from '@medley/kit';

/** The fields of every log line about an attempt. */
export function attemptLogFields(run: StepRun): Record<string, string | number> {
  const { task_id: id, request_id, traceparent, step_id, attempt, kind } = run;
  return { ...taskLogFields({ id, request_id, traceparent }), step_id, attempt, kind };
}
