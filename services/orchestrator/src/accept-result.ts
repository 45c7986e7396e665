import { storedBytes, type StepFailure, type StepFinished, type Task } from '@medley/contracts';
import { findOpenAttempt } from './domain/step-transitions';
import { applyTrigger } from './apply-trigger';
import type { OrchestratorContext } from './orchestrator-context';
import { deleteIntermediateBlobs } from './delete-intermediate-blobs';

/**
 * Apply a worker's report to its task. Storage for the blobs of a result is reserved on the account first; beyond the limit the
 * step fails, and its blobs are deleted when the task ends. Blobs reported after that are deleted at once.
 */
export async function acceptResult(context: OrchestratorContext, report: StepFinished): Promise<void> {
  const apply = (result: StepFinished): Promise<void> =>
    applyTrigger(context, result.task_id, { type: 'finished', report: result });
  const bytes = report.outcome === 'completed' ? storedBytes([report]) : 0;
  const task = bytes > 0 ? await context.stores.tasks.find(report.task_id) : null;
  if (!task) return apply(report);
  if (task.status !== 'pending') {
    await apply(report);
    return deleteIntermediateBlobs(context, task);
  }
  await apply(
    (await reserveStorage(context, task, { report, bytes })) ? report : storageLimitFailure(report),
  );
}

/** A report of an attempt that is not open changes nothing, so it needs no storage. */
async function reserveStorage(
  { stores }: OrchestratorContext,
  task: Task,
  { report, bytes }: { report: StepFinished; bytes: number },
): Promise<boolean> {
  if (!findOpenAttempt(task, report)) return true;
  const { task_id, step_id, attempt } = report;
  const limit = task.storage_bytes_max ?? Infinity;
  return stores.storage.hold({ account_id: task.account_id, task_id, step_id, attempt, bytes, limit });
}

function storageLimitFailure({
  task_id,
  step_id,
  attempt,
  elapsed_ms,
}: StepFinished): StepFinished & StepFailure {
  const error = {
    code: 'STORAGE_LIMIT',
    message: 'the files of this step would take more storage than the tariff allows',
    retryable: false,
  };
  return { task_id, step_id, attempt, elapsed_ms, outcome: 'failed', error };
}
