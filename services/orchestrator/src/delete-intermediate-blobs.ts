import type { Task } from '@medley/contracts';
import { intermediatePrefixes } from '@medley/state-machine';
import type { OrchestratorDependencies } from './orchestrator-context';

/** Delete the blobs of an ended task that no client can download. @throws AppError STORAGE_UNAVAILABLE */
export async function deleteIntermediateBlobs(
  { blobs }: Pick<OrchestratorDependencies, 'blobs'>,
  task: Task,
): Promise<void> {
  await Promise.all(intermediatePrefixes(task).map((prefix) => blobs.deletePrefix(prefix)));
}
