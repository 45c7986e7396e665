import { setTimeout as pause } from 'node:timers/promises';
import { storedBytes, type StepFailure, type StepFinished, type Task } from '@medley/contracts';
import { findLostAttempt, findOpenAttempt, isAhead } from '@medley/state-machine';
import { applyTrigger } from './apply-trigger';
import { deleteIntermediateBlobs } from './delete-intermediate-blobs';
import type { OrchestratorContext } from './orchestrator-context';

type Outcome = NonNullable<StepFinished['following']>[number];

/** Milliseconds between the tries to apply a report that came before the write that queues its step. */
const AHEAD_MS = [5, 20, 75, 300, 1_600];

/**
 * Apply a worker's report to its task. Storage for the blobs of a result is reserved on the account first; beyond the limit the
 * step fails, and its blobs are deleted when the task ends. Blobs reported after that are deleted at once. A report that comes
 * before another process has stored that its step is queued is tried again; then the task timer sends the step once more.
 */
export async function acceptResult(context: OrchestratorContext, report: StepFinished): Promise<void> {
  for (const pauseMs of AHEAD_MS) {
    const task = await tryAccept(context, report);
    if (!task || !isAhead(task, report)) return;
    await pause(pauseMs);
  }
  await tryAccept(context, report);
}

/** The task after the report; null: unknown. */
async function tryAccept(context: OrchestratorContext, report: StepFinished): Promise<Task | null> {
  const apply = (result: StepFinished): Promise<Task | null> =>
    applyTrigger(context, result.task_id, { type: 'finished', report: result });
  const task = hasBlobs(report) ? await context.stores.tasks.find(report.task_id) : null;
  if (!task) return apply(report);
  if (task.status !== 'pending') {
    const after = await apply(report);
    await deleteIntermediateBlobs(context, task);
    return after;
  }
  return apply(await withinStorage(context, task, report));
}

function hasBlobs(report: StepFinished): boolean {
  return [report, ...(report.following ?? [])].some((outcome) => bytesOf(outcome) > 0);
}

function bytesOf(outcome: Outcome): number {
  return outcome.outcome === 'completed' ? storedBytes([outcome]) : 0;
}

/** The report, up to the first outcome that does not fit, which becomes a failure. */
async function withinStorage(
  context: OrchestratorContext,
  task: Task,
  report: StepFinished,
): Promise<StepFinished> {
  const { task_id, following = [], ...first } = report;
  if (!(await reserveStorage(context, task, first))) return { task_id, ...storageLimitFailure(first) };
  for (const [index, outcome] of following.entries()) {
    if (await reserveStorage(context, task, outcome)) continue;
    return { task_id, ...first, following: [...following.slice(0, index), storageLimitFailure(outcome)] };
  }
  return report;
}

/** A report of an attempt that is not open changes nothing, so it needs no storage; a following step may be queued by it. */
async function reserveStorage(
  { stores }: OrchestratorContext,
  task: Task,
  outcome: Outcome,
): Promise<boolean> {
  const bytes = bytesOf(outcome);
  const isOpen = findOpenAttempt(task, outcome) ?? findLostAttempt(task, outcome) ?? isWaiting(task, outcome);
  if (bytes === 0 || !isOpen) return true;
  const { step_id, attempt } = outcome;
  const limit = task.storage_bytes_max ?? Infinity;
  return stores.storage.hold({
    account_id: task.account_id,
    task_id: task.id,
    step_id,
    attempt,
    bytes,
    limit,
  });
}

function isWaiting(task: Task, { step_id }: Outcome): true | undefined {
  return task.steps.some(({ id, status }) => id === step_id && status === 'waiting') || undefined;
}

function storageLimitFailure({ step_id, attempt, elapsed_ms }: Outcome): Outcome & StepFailure {
  const error = {
    code: 'STORAGE_LIMIT',
    message: 'the files of this step would take more storage than the tariff allows',
    retryable: false,
  };
  return { step_id, attempt, elapsed_ms, outcome: 'failed', error };
}
