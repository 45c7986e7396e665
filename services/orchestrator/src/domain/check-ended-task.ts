import { purgeTask, type Task } from '@medley/contracts';
import type { Decision } from './decide';
import type { Move } from './move';

/** The deletion of blobs may fail half-way; the task timer repeats it after this long. */
const PURGE_RETRY_MS = 30_000;
const SETTLE_RETRY_MS = 30_000;

/** Decide what an ended task still needs: its settlement, and its purge once it has expired. Null when nothing. */
export function checkEndedTask(move: Move): Decision | null {
  const { task, now } = move;
  if (task.purged_at) return finishPurge(move);
  if (task.delete_requested_at ?? now >= task.expires_at) return purge(move);
  if (!task.cost.settled) {
    move.set({ wake_at: new Date(Math.min(now.getTime() + SETTLE_RETRY_MS, task.expires_at.getTime())) });
    return conclude(move, { settle: true });
  }
  if (task.wake_at?.getTime() === task.expires_at.getTime()) return null;
  move.set({ wake_at: task.expires_at });
  return conclude(move, {});
}

/** Delete input and outputs; status, dates and the delivery attempts stay. */
function purge(move: Move): Decision {
  const { task, now } = move;
  const purged = purgeTask(task, now);
  task.steps.forEach((step, index) => move.setStep(step, purged.steps[index]?.set ?? {}));
  move.set({
    ...purged.set,
    delivery: withoutBody(task),
    wake_at: new Date(now.getTime() + PURGE_RETRY_MS),
  });
  return conclude(move, { deleteBlobs: true, settle: !task.cost.settled });
}

/** A completed task has nothing to deliver after its purge; a failure is still delivered, its body is made from the task. */
function withoutBody(task: Task): Task['delivery'] {
  const { delivery } = task;
  if (!delivery) return null;
  if (delivery.event === 'task.failed') return { ...delivery, body: null };
  const isOpen = delivery.state === 'pending';
  return {
    ...delivery,
    body: null,
    state: isOpen ? 'failed' : delivery.state,
    next_attempt_at: null,
    manual_requested_at: null,
  };
}

/** Delete the blobs once more, in case the process crashed in between; then nothing is left to do. */
function finishPurge(move: Move): Decision | null {
  const { task, now } = move;
  if (task.wake_at === null) return null;
  if (!task.cost.settled) {
    move.set({ wake_at: new Date(now.getTime() + SETTLE_RETRY_MS) });
    return conclude(move, { settle: true, deleteBlobs: true });
  }
  move.set({ wake_at: null });
  return conclude(move, { deleteBlobs: true });
}

/** Delete blobs that an attempt stored after the purge of its task; nothing changes in the task. */
export function deleteOrphanBlobs(task: Task): Decision {
  const nothing = { changes: null, run: [], reserve: false, stop: false, ended: false, settle: false };
  return { ...nothing, task, deleteBlobs: true };
}

function conclude(move: Move, effects: Partial<Pick<Decision, 'settle' | 'deleteBlobs'>>): Decision {
  return {
    changes: move.changes(),
    task: move.task,
    run: [],
    reserve: false,
    stop: false,
    ended: false,
    settle: false,
    deleteBlobs: false,
    ...effects,
  };
}
