import { readPayload, taskPrefix, waveformBlobKey, type BlobStore } from '@medley/blobs';
import {
  findInputError,
  planCost,
  type Payload,
  type PriceList,
  type Task,
  type TaskStep,
} from '@medley/contracts';
import { AppError, messageOf, taskLogFields, type Logger } from '@medley/kit';
import type { Stores } from '@medley/store';
import { validationError } from '../../../validation/validation-error';
import type { Adoption } from '../creation/creation';
import { checkMaxCost } from '../creation/price-task';

export interface AdoptionDependencies {
  stores: Pick<Stores, 'storage' | 'keyring'>;
  blobs: BlobStore;
  prices: PriceList;
  logger: Logger;
}

/** Ids of the task that has the results, and of the one that takes them over. */
interface Transfer {
  from: string;
  to: string;
}

/**
 * How a retry gets the results that it keeps: blobs are copied inside the blob store before the task is stored, so that each
 * task can be purged alone. Its price are the steps that run, by the lengths that are known already.
 * @throws AppError VALIDATION_ERROR, STORAGE_LIMIT, TASK_EXPIRED, UPSTREAM_ERROR
 */
export function adoptResults(deps: AdoptionDependencies): Adoption {
  return {
    async adopt(task, { retry, maxCost }) {
      const reserved = planCost(task, deps);
      checkMaxCost(reserved, maxCost);
      checkInputs(task);
      await holdStorage(deps, task);
      const transfer = { from: retry?.of.id ?? task.id, to: task.id };
      const steps = await Promise.all(
        task.steps.map(async (step) => (step.reused ? adoptStep(deps, step, transfer) : step)),
      ).catch((error: unknown) => {
        throw adoptionFailure(error);
      });
      return { ...task, steps, cost: { ...task.cost, reserved } };
    },
    async discard(task) {
      const { id, steps } = task;
      if (!steps.some((step) => step.reused)) return;
      try {
        await deps.blobs.deletePrefix(taskPrefix(id));
      } catch (error) {
        // Nothing refers to them, so they are deleted with the other orphans.
        deps.logger.warn('copies of results remain', { ...taskLogFields(task), error: messageOf(error) });
      }
    },
  };
}

/** The steps that are queued at once are not checked by the orchestrator any more. @throws AppError VALIDATION_ERROR */
function checkInputs(task: Task): void {
  for (const step of task.steps) {
    const error = step.status === 'queued' ? findInputError(task, step) : null;
    if (error) throw validationError([{ field: 'from', message: `cannot run ${step.id}: ${error.message}` }]);
  }
}

/** Like results of a worker, copies count against the storage of the account. @throws AppError STORAGE_LIMIT */
async function holdStorage({ stores }: AdoptionDependencies, task: Task): Promise<void> {
  if (task.stored_bytes === 0) return;
  const isHeld = await stores.storage.hold({
    account_id: task.account_id,
    task_id: task.id,
    step_id: 'reused.results',
    attempt: 0,
    bytes: task.stored_bytes,
    limit: task.storage_bytes_max ?? Infinity,
  });
  if (!isHeld)
    throw new AppError(
      'STORAGE_LIMIT',
      'The results that the retry keeps would take more storage than your tariff allows. Delete tasks, or wait until they expire.',
    );
}

async function adoptStep(deps: AdoptionDependencies, step: TaskStep, transfer: Transfer): Promise<TaskStep> {
  const { output, text, media, mapping } = step;
  const shared = [output, text, media].flatMap((part) => (part && 'blob' in part ? [part.blob] : []));
  const [sealed] = await Promise.all([
    mapping && resealMapping(deps, mapping, transfer),
    ...[...new Set(shared)].map((key) => deps.blobs.copy(key, transferKey(key, transfer))),
    media && copyWaveform(deps, media.blob, transfer),
  ]);
  return {
    ...step,
    output: output && transferPart(output, transfer),
    text: text && transferPart(text, transfer),
    media: media && transferPart(media, transfer),
    mapping: sealed,
  };
}

/** A sound may have none. */
async function copyWaveform(
  { blobs }: AdoptionDependencies,
  soundKey: string,
  transfer: Transfer,
): Promise<void> {
  const key = waveformBlobKey(soundKey);
  if (await blobs.stat(key)) await blobs.copy(key, transferKey(key, transfer));
}

/** A mapping is sealed for its task, so that it opens for no other one. */
async function resealMapping(
  { stores, blobs }: AdoptionDependencies,
  mapping: Payload,
  transfer: Transfer,
): Promise<Payload> {
  const { keyring } = stores;
  const plain = keyring.unseal('pii-mapping', await readPayload(blobs, mapping), transfer.from);
  const inline = keyring.seal('pii-mapping', plain, transfer.to);
  if ('inline' in mapping) return { inline };
  const blob = transferKey(mapping.blob, transfer);
  const { size } = await blobs.put(blob, Buffer.from(inline));
  return { ...mapping, blob, size };
}

function transferPart<P extends Payload | NonNullable<TaskStep['media']>>(part: P, transfer: Transfer): P {
  return 'blob' in part ? { ...part, blob: transferKey(part.blob, transfer) } : part;
}

function transferKey(key: string, { from, to }: Transfer): string {
  return `${taskPrefix(to)}${key.slice(taskPrefix(from).length)}`;
}

/** A purge may have deleted the results meanwhile. */
function adoptionFailure(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'INPUT_EXPIRED') return expired();
  if (error.code.startsWith('STORAGE_'))
    return new AppError('UPSTREAM_ERROR', 'The storage of results does not answer.');
  return error;
}

export function expired(): AppError {
  return new AppError('TASK_EXPIRED', 'The data of this task is gone, so it cannot be retried.');
}
