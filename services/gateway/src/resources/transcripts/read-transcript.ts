import { readPayload, type BlobStore } from '@medley/blobs';
import { isGivenOut, type Payload, type Task, type TaskStep } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { errorText } from '@medley/task-view';
import { outputHidden } from '../tasks/output-hidden';

/** The stored output that a transcript is made of, as JSON text, which may be too long to be parsed on the event loop. */
export interface TranscriptSource {
  json: string;
  /** The output is that of a depersonalize step. */
  isRedacted: boolean;
}

/**
 * Read the first transcript of a task. `redacted`: with or without the replacements of the depersonalize step below it;
 * undefined: without, if the task gives that out.
 * @throws AppError NOT_FOUND when the step has not completed, OUTPUT_HIDDEN when the task does not give the output out,
 * TASK_EXPIRED when the task was purged meanwhile
 */
export async function readTranscript(
  blobs: BlobStore,
  task: Task,
  redacted: boolean | undefined,
): Promise<TranscriptSource> {
  const all = task.steps.filter(({ name }) => name === 'transcribe');
  const transcribe = all.find(({ id, output }) => output !== null || !isGivenOut(task, id)) ?? all[0];
  if (!transcribe) throw new AppError('NOT_FOUND', 'The task has no transcribe step.');
  const isRedacted = redacted ?? !isGivenOut(task, transcribe.id);
  const step = isRedacted ? findRedacted(task, redacted === true) : transcribe;
  if (!isGivenOut(task, step.id)) throw outputHidden();
  if (!step.output) throw noTranscript(task);
  return { json: await readOutput(blobs, step.output), isRedacted };
}

/** Find the step that depersonalizes nothing but a transcript. */
function findRedacted(task: Task, isRequested: boolean): TaskStep {
  const ofTranscripts = new Set(task.steps.filter(({ name }) => name === 'transcribe').map(({ id }) => id));
  const step = task.steps.find(
    ({ name, depends_on: [parent, ...others] }) =>
      name === 'depersonalize' && others.length === 0 && parent !== undefined && ofTranscripts.has(parent),
  );
  if (step) return step;
  throw isRequested ? noRedactedTranscript() : outputHidden();
}

async function readOutput(blobs: BlobStore, output: Payload): Promise<string> {
  try {
    return await readPayload(blobs, output);
  } catch (error) {
    if (error instanceof AppError && error.code === 'INPUT_EXPIRED') throw transcriptExpired();
    throw error;
  }
}

function noTranscript({ status, error }: Task): AppError {
  if (status === 'pending') return new AppError('NOT_FOUND', 'The task has no transcript yet.');
  const reason = error ? ` It failed: ${errorText(error)}.` : '';
  return new AppError('NOT_FOUND', `The task has no transcript.${reason}`);
}

export function noRedactedTranscript(): AppError {
  const reason = 'no depersonalize step stands directly below its transcribe step';
  return new AppError('NOT_FOUND', `The task has no redacted transcript: ${reason}.`);
}

export function transcriptExpired(): AppError {
  return new AppError('TASK_EXPIRED', 'The transcript is gone: the storage time of the task has ended.');
}
