import { parseTraceparent, type StepRun } from '@medley/contracts';
import { inSpan, type Span } from '@medley/tracing';

/** Run an attempt in its span, which is linked to that of the attempt before. */
export function inAttemptSpan<T>(run: StepRun, work: (span: Span) => T): T {
  const { task_id, step_id, kind, attempt, previous_attempt, request_id } = run;
  const attributes = {
    'medley.task.id': task_id,
    'medley.step.id': step_id,
    'medley.step.kind': kind,
    'medley.attempt': attempt,
    'medley.request.id': request_id,
  };
  const previous = parseTraceparent(previous_attempt);
  return inSpan(`attempt ${kind}`, { attributes, links: previous === null ? [] : [previous] }, work);
}
