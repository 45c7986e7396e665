import { readPayload, type BlobStore } from '@medley/blobs';
import type { Task } from '@medley/contracts';
import { AppError } from '@medley/kit';

/**
 * Read the first transcript of a task as JSON text, which may be too long to be parsed on the event loop.
 * @throws AppError NOT_FOUND when no transcribe step has completed, TASK_EXPIRED when the task was purged meanwhile
 */
export async function readTranscript(blobs: BlobStore, task: Task): Promise<string> {
  const step = task.steps.find(({ name, output }) => name === 'transcribe' && output !== null);
  if (!step?.output) throw new AppError('NOT_FOUND', 'The task has no transcript.');
  try {
    return await readPayload(blobs, step.output);
  } catch (error) {
    if (error instanceof AppError && error.code === 'INPUT_EXPIRED') throw transcriptExpired();
    throw error;
  }
}

export function transcriptExpired(): AppError {
  return new AppError('TASK_EXPIRED', 'The transcript is gone: the storage time of the task has ended.');
}
