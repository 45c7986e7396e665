import { purgeTask, type Task } from '@medley/contracts';
import type { Decision } from './decision';
import type { TaskTransition } from './task-transition';

/** The deletion of blobs may fail half-way; the task timer repeats it after this long. */
const PURGE_RETRY_MS = 30_000;
const SETTLE_RETRY_MS = 30_000;

/** Decide what an ended task still needs: its settlement, and its purge once it has expired. Null when nothing. */
export function checkEndedTask(transition: TaskTransition): Decision | null {
  const { task, now } = transition;
  if (task.purged_at) return finishPurge(transition);
  if (task.delete_requested_at ?? now >= task.expires_at) return purge(transition);
  if (!task.cost.settled) {
    transition.set({
      wake_at: new Date(Math.min(now.getTime() + SETTLE_RETRY_MS, task.expires_at.getTime())),
    });
    return conclude(transition, { settle: true });
  }
  if (task.wake_at && task.wake_at >= task.expires_at) return null;
  transition.set({ wake_at: task.expires_at });
  return conclude(transition, {});
}

/** Delete input and outputs; status, dates and the delivery attempts stay. */
function purge(transition: TaskTransition): Decision {
  const { task, now } = transition;
  const purged = purgeTask(task, now);
  task.steps.forEach((step, index) => transition.setStep(step, purged.steps[index]?.set ?? {}));
  transition.set({
    ...purged.set,
    delivery: withoutBody(task),
    wake_at: new Date(now.getTime() + PURGE_RETRY_MS),
  });
  return conclude(transition, { deleteBlobs: true, settle: !task.cost.settled });
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
function finishPurge(transition: TaskTransition): Decision | null {
  const { task, now } = transition;
  if (task.wake_at === null) return null;
  if (!task.cost.settled) {
    transition.set({ wake_at: new Date(now.getTime() + SETTLE_RETRY_MS) });
    return conclude(transition, { settle: true, deleteBlobs: true });
  }
  transition.set({ wake_at: null });
  return conclude(transition, { deleteBlobs: true });
}

/** Delete blobs that an attempt stored after the purge of its task; nothing changes in the task. */
export function deleteOrphanBlobs(task: Task): Decision {
  const nothing = { changes: null, reserve: false, stop: false, ended: false, settle: false };
  return { ...nothing, task, run: [], deleteSteps: [], deleteBlobs: true };
}

function conclude(
  transition: TaskTransition,
  effects: Partial<Pick<Decision, 'settle' | 'deleteBlobs'>>,
): Decision {
  return {
    changes: transition.changes(),
    task: transition.task,
    run: [],
    deleteSteps: [],
    reserve: false,
    stop: false,
    ended: false,
    settle: false,
    deleteBlobs: false,
    ...effects,
  };
}
