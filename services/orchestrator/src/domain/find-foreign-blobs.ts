import { isStepBlobKey } from '@medley/blobs';
import type { StepFinished } from '@medley/contracts';

/**
 * Find the blob keys of a report that lie outside the prefix of its own attempt. A worker reports only blobs it stored there,
 * so any other key means a forged report, which would give its task access to the files of another one.
 */
export function findForeignBlobs(report: StepFinished): string[] {
  if (report.outcome !== 'completed') return [];
  const ids = { taskId: report.task_id, stepId: report.step_id, attempt: report.attempt };
  const { output, text, media, mapping } = report;
  return [output, text, media, mapping]
    .flatMap((part) => (part !== null && 'blob' in part ? [part.blob] : []))
    .filter((key) => !isStepBlobKey(ids, key));
}
