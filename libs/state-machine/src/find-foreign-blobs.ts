import { isStepBlobKey } from '@medley/blobs';
import type { StepFinished } from '@medley/contracts';

/**
 * Find the blob keys of a report that lie outside the prefix of its own attempt. A worker reports only blobs it stored there,
 * so any other key means a forged report, which would give its task access to the files of another one.
 */
export function findForeignBlobs({ task_id, following = [], ...first }: StepFinished): string[] {
  return [first, ...following].flatMap((outcome) => {
    if (outcome.outcome !== 'completed') return [];
    const ids = { taskId: task_id, stepId: outcome.step_id, attempt: outcome.attempt };
    const { output, text, media, mapping } = outcome;
    return [output, text, media, mapping]
      .flatMap((part) => (part !== null && 'blob' in part ? [part.blob] : []))
      .filter((key) => !isStepBlobKey(ids, key));
  });
}
