import { forgetTask, type Task } from '@medley/contracts';
import type { Decision } from './decide';
import type { Move } from './move';

/** Removing blobs may fail half way; the clock tries again after this long: a minute after the end nothing is left. */
const PURGE_RETRY_MS = 30_000;
const SETTLE_RETRY_MS = 30_000;

/** What an ended task still needs: its bill, and to be forgotten in time. Null when nothing. */
export function lookAtEnded(move: Move): Decision | null {
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

/** Forget what the client gave and got; status, dates and the history of the delivery stay. */
function purge(move: Move): Decision {
  const { task, now } = move;
  const forgotten = forgetTask(task, now);
  task.steps.forEach((step, index) => move.setStep(step, forgotten.steps[index]?.set ?? {}));
  move.set({
    ...forgotten.set,
    delivery: withoutBody(task),
    wake_at: new Date(now.getTime() + PURGE_RETRY_MS),
  });
  return conclude(move, { deleteBlobs: true, settle: !task.cost.settled });
}

/** What a completed task would have delivered is gone; a failure is still told, from what the task still says. */
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

/** The blobs are removed again, in case a crash came between; then nothing is left to do. */
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

/** Only the blobs are removed once more; nothing is to be stored. */
export function sweepUp(task: Task): Decision {
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
