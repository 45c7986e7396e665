import { readPayload, type BlobStore } from '@medley/blobs';
import type { StepOutputs, Task, TaskStep } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { FileLinks } from './file-links';
import { mediaFilename } from './media-filename';
import type { PublicOutput } from './public-task';

type OneOutput = PublicOutput[string];

/**
 * The outputs of the steps that finished, by step id in the order of the steps; null when there is none.
 * @throws AppError STORAGE_UNAVAILABLE
 */
export async function readOutput(
  task: Task,
  blobs: BlobStore,
  links: FileLinks,
): Promise<PublicOutput | null> {
  const finished = task.steps.filter((step) => step.status === 'completed' && step.output !== null);
  const outputs = await Promise.all(finished.map((step) => readStepOutput(task, step, { blobs, links })));
  const entries = finished.flatMap((step, index) => {
    const output = outputs[index];
    return output ? [[step.id, output] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** Null when a purge took the blob between reading the task and reading its output. */
async function readStepOutput(
  task: Task,
  step: TaskStep,
  from: { blobs: BlobStore; links: FileLinks },
): Promise<OneOutput | null> {
  if (!step.output) return null;
  try {
    const output = JSON.parse(await readPayload(from.blobs, step.output)) as OneOutput;
    if (step.name !== 'transcode') return output;
    const filename = mediaFilename(task.input?.filename ?? null, step.id);
    const url = from.links.sign({ taskId: task.id, stepId: step.id, filename }, task.expires_at);
    return { url, ...(output as StepOutputs['transcode']) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'INPUT_EXPIRED') return null;
    throw error;
  }
}
