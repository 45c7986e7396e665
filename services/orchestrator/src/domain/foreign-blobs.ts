import { isStepBlobKey } from '@medley/blobs';
import type { StepFinished } from '@medley/contracts';

/**
 * Blobs that a report names although they are not files of its own attempt. A worker stores what it reports, so there
 * are none unless the report is forged: its task would then show the files of another one.
 */
export function foreignBlobs(report: StepFinished): string[] {
  if (report.outcome !== 'completed') return [];
  const ids = { taskId: report.task_id, stepId: report.step_id, attempt: report.attempt };
  const { output, text, media, mapping } = report;
  return [output, text, media, mapping]
    .flatMap((part) => (part !== null && 'blob' in part ? [part.blob] : []))
    .filter((key) => !isStepBlobKey(ids, key));
}
