import { setTimeout as pause } from 'node:timers/promises';
import { readPayload, type BlobStore } from '@medley/blobs';
import type { Task } from '@medley/contracts';
import { AppError, errorCodeOf, messageOf, taskLogFields } from '@medley/kit';
import type { Upload } from '@medley/store';
import { ClientDisconnected } from '../../http/client-disconnected';
import type { Call } from '../../http/route';
import { openSchemaChecks } from '../../steps/schema-checks';
import { createTask } from '../tasks/creation/create-task';
import { CREATION_MS } from '../tasks/creation/creation';
import type { CreationRouteDependencies } from '../tasks/creation/creation-route';
import { startDeadline } from '../tasks/creation/deadline';
import { TaskWatch, type WaitLimit } from '../tasks/creation/task-watch';
import { removeUpload } from '../uploads/remove-upload';
import { draftSpeech } from './draft-speech';
import { receiveForm } from './receive-form';
import { failureOf, withTaskId } from './speech-errors';
import { readSpeechFields, type SpeechFields } from './speech-fields';
import { checkModel } from './speech-models';
import type { AnswerForm } from '../../speech-answers/answer-form';
import type { SpeechAnswer } from '../../speech-answers/write-answer';

/** How often a wait may fail to read its task before the request fails. */
const FAILED_READS_MAX = 20;
const FAILED_READ_PAUSE_MS = 1_000;

export interface SpeechDependencies extends CreationRouteDependencies {
  blobs: BlobStore;
  /** Bytes of the largest file. */
  maxMediaBytes: number;
}

/** A transcription that has begun. It must be finished. */
export interface SpeechRun {
  task: Task;
  fields: SpeechFields;
  upload: Upload;
  watch: TaskWatch;
  disconnected: AbortSignal;
}

/** Receive a form and create its task; after a failure nothing is kept. @throws AppError */
export async function beginSpeech(deps: SpeechDependencies, call: Call): Promise<SpeechRun> {
  const disconnected = call.disconnected();
  const form = await receiveForm(deps, call);
  const { upload } = form;
  const watch = new TaskWatch({ ...deps, tasks: deps.stores.tasks });
  try {
    const fields = readSpeechFields(form.fields);
    await checkModel(deps.workerRegistry, fields.model);
    const drafted = draftSpeech(fields, upload, deps.validationContext);
    const deadline = startDeadline(CREATION_MS);
    const { caller, record, origin } = call;
    const schemas = openSchemaChecks(deps, call);
    const creation = { caller, record, origin, schemas, deadline, index: 0, watch };
    const task = await createTask(deps, drafted, creation).finally(() => deadline.clear());
    return { task, fields, upload, watch, disconnected };
  } catch (error) {
    watch.close();
    await removeUpload(deps, upload);
    throw error;
  }
}

/**
 * Wait for the end of a transcription and write its answer. Its data is purged then, unless it is to be stored; a task that
 * nobody waits for any longer is canceled by that.
 * @throws AppError with `taskId` in its details
 */
export async function finishSpeech(deps: SpeechDependencies, run: SpeechRun): Promise<SpeechAnswer> {
  const { task, fields, watch, disconnected } = run;
  try {
    const ended = await waitForEnd(watch, task, { disconnected, stopping: deps.stopping });
    if (ended.status === 'pending') throw disconnected.aborted ? new ClientDisconnected() : stopped();
    deps.turns.ended(ended.account_id);
    return await answerOf(deps, ended, { form: fields, signal: disconnected });
  } catch (error) {
    throw withTaskId(error, task.id);
  } finally {
    watch.close();
    if (!fields.store) await purge(deps, run);
  }
}

/** A wait may last hours: a database that does not answer for a moment must not end it. */
async function waitForEnd(
  watch: TaskWatch,
  task: Task,
  signals: Pick<WaitLimit, 'disconnected' | 'stopping'>,
): Promise<Task> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await watch.waitForEnd(task, { ms: Infinity, ...signals });
    } catch (error) {
      if (errorCodeOf(error) !== 'UPSTREAM_ERROR' || failures === FAILED_READS_MAX) throw error;
      await pause(FAILED_READ_PAUSE_MS);
    }
  }
}

/** @throws AppError for a failed task, and for one whose data is gone */
export async function answerOf(
  { blobs, textPool }: Pick<SpeechDependencies, 'blobs' | 'textPool'>,
  task: Task,
  { form, signal }: { form: AnswerForm; signal: AbortSignal },
): Promise<SpeechAnswer> {
  if (task.status === 'failed') throw failureOf(task);
  const output = task.steps.find(({ name }) => name === 'transcribe')?.output;
  if (!output || task.purged_at !== null) throw gone();
  const transcript = await readPayload(blobs, output).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'INPUT_EXPIRED' ? gone() : error;
  });
  const { response_format, timestamp_granularities, temperature, stream } = form;
  const asked = { response_format, timestamp_granularities, temperature, stream };
  return textPool.run({ kind: 'speech', transcript, form: asked }, { account: task.account_id, signal });
}

function stopped(): AppError {
  return new AppError('UPSTREAM_ERROR', 'The service is being restarted. Try again.');
}

export function gone(): AppError {
  const message = 'The transcript is gone. It is kept for later requests only with the field store=true.';
  return new AppError('TASK_EXPIRED', message);
}

/** The answer is sent all the same: what is not purged now is purged an hour later. */
async function purge(
  { stores, broker, blobs, logger }: SpeechDependencies,
  { task, upload }: SpeechRun,
): Promise<void> {
  try {
    await stores.tasks.request(task.id, 'delete', stores.now());
    await broker.publish('task.requested', { task_id: task.id });
    await removeUpload({ stores, blobs }, upload);
  } catch (error) {
    logger.warn('purging an answered transcription failed', {
      ...taskLogFields(task),
      error: messageOf(error),
    });
  }
}
