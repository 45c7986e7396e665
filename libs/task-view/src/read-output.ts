import { readPayload, type BlobStore } from '@medley/blobs';
import {
  bytesOf,
  isGivenOut,
  stepCatalogue,
  type Payload,
  type StepOutputs,
  type Task,
  type TaskStep,
} from '@medley/contracts';
import { AppError } from '@medley/kit';
import { responseLimits } from './response-limits';
import type { FileLinks } from './file-links';
import { mediaFilename } from './media-filename';
import { OUTPUT_FILENAME } from './output-file';
import type { PublicOmittedOutput, PublicOutput } from './public-task';
import { StoredJson } from './stored-json';

type OneOutput = PublicOutput[string];

/** The fields of a task that reading its outputs needs. */
export type OutputSource = Pick<Task, 'id' | 'expires_at' | 'outputs'> & {
  filename: string | null;
  steps: readonly Pick<TaskStep, 'id' | 'name' | 'status' | 'output'>[];
};

interface OutputDependencies {
  blobs: BlobStore;
  links: FileLinks;
}

type Finished = OutputSource['steps'][number] & { output: Payload };

/**
 * Read the outputs that are given out of the completed steps, by step id in step order; null when there is none. The smallest outputs are
 * embedded up to `responseLimits.embeddedBytesMax`; the others are replaced by links and not read.
 * @throws AppError STORAGE_UNAVAILABLE
 */
export async function readOutput(task: OutputSource, deps: OutputDependencies): Promise<PublicOutput | null> {
  const finished = task.steps.filter(
    (step): step is Finished =>
      step.status === 'completed' && step.output !== null && isGivenOut(task, step.id),
  );
  const embedded = chooseEmbedded(finished);
  const outputs = await Promise.all(
    finished.map(async (step) =>
      embedded.has(step.id) ? await readStepOutput(task, step, deps) : linkTo(task, step, deps.links),
    ),
  );
  const entries = finished.flatMap((step, index) => {
    const output = outputs[index];
    return output ? [[step.id, output] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** Chooses the smallest outputs first, so that one large output does not displace the others. */
function chooseEmbedded(finished: readonly Finished[]): ReadonlySet<string> {
  const smallestFirst = finished
    .map(({ id, output }) => ({ id, bytes: bytesOf(output) }))
    .sort((a, b) => a.bytes - b.bytes);
  let left = responseLimits.embeddedBytesMax;
  const chosen = smallestFirst.filter(({ bytes }) => (left -= bytes) >= 0);
  return new Set(chosen.map(({ id }) => id));
}

function linkTo(task: OutputSource, step: Finished, links: FileLinks): PublicOmittedOutput {
  const url = links.sign({ taskId: task.id, stepId: step.id, filename: OUTPUT_FILENAME }, task.expires_at);
  return { omitted: true, size: bytesOf(step.output), url };
}

/** Null when a purge deleted the blob after the task was read. */
async function readStepOutput(
  task: OutputSource,
  step: Finished,
  { blobs, links }: OutputDependencies,
): Promise<OneOutput | null> {
  try {
    const text = await readPayload(blobs, step.output);
    // Stored outputs are already in their public form, but for the link to their file: a long text is not parsed.
    const isLong = text.length > responseLimits.parsedCharactersMax && step.name !== 'transcode';
    const link = makesFile(step) ? fileLink(task, step, links) : null;
    if (isLong) return new StoredJson(link === null ? text : withUrl(text, link)) as unknown as OneOutput;
    const output = JSON.parse(text) as OneOutput;
    return link === null ? output : { url: link, ...(output as StepOutputs['transcode' | 'redact']) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'INPUT_EXPIRED') return null;
    throw error;
  }
}

/** Whether the media of a step can be downloaded; that of a source cannot. */
function makesFile({ name }: Finished): boolean {
  return stepCatalogue[name].input === 'media' && stepCatalogue[name].output === 'media';
}

function fileLink(task: OutputSource, step: Finished, links: FileLinks): string {
  const filename = mediaFilename(task.filename, step.id);
  return links.sign({ taskId: task.id, stepId: step.id, filename }, task.expires_at);
}

/** The text of a JSON object with one more field. */
function withUrl(text: string, url: string): string {
  return `{"url":${JSON.stringify(url)},${text.slice(1)}`;
}
