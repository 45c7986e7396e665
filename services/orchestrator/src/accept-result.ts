import { storedBytes, type StepFailure, type StepFinished, type Task } from '@medley/contracts';
import { openAttempt } from './domain/move-step';
import { moveTask } from './move-task';
import type { Engine } from './ports';
import { removeWaste } from './remove-waste';

/**
 * Let a report happen to its task. The blobs of a result are given room on the account first; where there is none the step
 * fails, and what it stored goes with the end of the task. What comes after that end goes at once.
 */
export async function acceptResult(engine: Engine, report: StepFinished): Promise<void> {
  const happen = (told: StepFinished): Promise<void> =>
    moveTask(engine, told.task_id, { type: 'finished', report: told });
  const bytes = report.outcome === 'completed' ? storedBytes([report]) : 0;
  const task = bytes > 0 ? await engine.stores.tasks.find(report.task_id) : null;
  if (!task) return happen(report);
  if (task.status !== 'pending') {
    await happen(report);
    return removeWaste(engine, task);
  }
  await happen((await holdRoom(engine, task, { report, bytes })) ? report : withoutRoom(report));
}

/** A report of an attempt that is not open changes nothing, so it needs no room. */
async function holdRoom(
  { stores }: Engine,
  task: Task,
  { report, bytes }: { report: StepFinished; bytes: number },
): Promise<boolean> {
  if (!openAttempt(task, report)) return true;
  const { task_id, step_id, attempt } = report;
  const limit = task.storage_bytes_max ?? Infinity;
  return stores.storage.hold({ account_id: task.account_id, task_id, step_id, attempt, bytes, limit });
}

function withoutRoom({ task_id, step_id, attempt, elapsed_ms }: StepFinished): StepFinished & StepFailure {
  const error = {
    code: 'STORAGE_LIMIT',
    message: 'the files of this step would take more storage than the tariff allows',
    retryable: false,
  };
  return { task_id, step_id, attempt, elapsed_ms, outcome: 'failed', error };
}
