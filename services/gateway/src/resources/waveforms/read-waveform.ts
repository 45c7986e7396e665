import { text } from 'node:stream/consumers';
import { waveformBlobKey, type BlobStore } from '@medley/blobs';
import { isGivenOut, stepCatalogue, type Task, type TaskStep } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { outputHidden } from '../tasks/output-hidden';

/**
 * Read the waveform of the sound of a step, as JSON text; without `stepId` that of the first step with a sound that the task
 * gives out. Of a sound that is not given out there is none to read either: its shape tells who speaks when.
 * @throws AppError NOT_FOUND, OUTPUT_HIDDEN, STORAGE_UNAVAILABLE
 */
export async function readWaveform(blobs: BlobStore, task: Task, stepId?: string): Promise<string> {
  const { media } = findSound(task, stepId);
  if (!media) throw notFound('The step has no sound yet.');
  try {
    return await text(await blobs.get(waveformBlobKey(media.blob)));
  } catch (error) {
    // Of a worker of an earlier version, or one that could not reduce it.
    if (error instanceof AppError && error.code === 'INPUT_EXPIRED')
      throw notFound('This sound has no waveform.');
    throw error;
  }
}

function findSound(task: Task, stepId: string | undefined): TaskStep {
  if (stepId === undefined) {
    const sounds = task.steps.filter(makesSound);
    const step = sounds.find(({ id, media }) => media !== null && isGivenOut(task, id)) ?? sounds[0];
    if (!step) throw notFound('The task has no step that makes a sound: transcode or redact.');
    return given(task, step);
  }
  const step = task.steps.find(({ id }) => id === stepId);
  if (!step) throw notFound('The task has no such step.');
  if (!makesSound(step)) throw notFound('The step makes no sound: transcode and redact do.');
  return given(task, step);
}

function given(task: Task, step: TaskStep): TaskStep {
  if (!isGivenOut(task, step.id)) throw outputHidden();
  return step;
}

/** Whether the media of a step can be downloaded; that of a source cannot. */
function makesSound({ name }: TaskStep): boolean {
  return stepCatalogue[name].input === 'media' && stepCatalogue[name].output === 'media';
}

function notFound(reason: string): AppError {
  return new AppError('NOT_FOUND', reason);
}
