import { callDatabase } from './call-database';
import type { Settlement } from './stores';
import type { TaskCollection } from './task-model';

/** Settled tasks become due in steps of this length. */
const DUE_STEP_MS = 1_000;
/** Fewer tasks are not worth a command of their own, and 200 tasks never need 200 commands. */
const GROUP_MIN = 8;

/**
 * Mark ended tasks as settled and make them due at their expiry, which saves the orchestrator a read and a write for every
 * task. Does not raise `rev`: no decision depends on `settled`, and concurrent writes should not fail because of it.
 */
export async function markSettled(tasks: TaskCollection, items: readonly Settlement[]): Promise<void> {
  const groups = [...groupByDue(items)].filter(([, ids]) => ids.length >= GROUP_MIN);
  const counts = await Promise.all(groups.map(([due, ids]) => markExpiring(tasks, ids, new Date(due))));
  const marked = counts.reduce((sum, count) => sum + count, 0);
  if (marked < items.length)
    await markOthers(
      tasks,
      items.map(({ task_id }) => task_id),
    );
}

/** Ids of the tasks by the second in which they expire, rounded up: tasks that end together mostly share it. */
function groupByDue(items: readonly Settlement[]): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const { task_id, expires_at } of items) {
    if (!expires_at) continue;
    const due = Math.ceil(expires_at.getTime() / DUE_STEP_MS) * DUE_STEP_MS;
    const ids = groups.get(due) ?? [];
    ids.push(task_id);
    groups.set(due, ids);
  }
  return groups;
}

/** Plain values cost the server half of what values computed from the document do. Resolves with the number of tasks marked. */
async function markExpiring(tasks: TaskCollection, ids: readonly string[], due: Date): Promise<number> {
  const filter = {
    _id: { $in: [...ids] },
    expires_at: { $gt: new Date(due.getTime() - DUE_STEP_MS), $lte: due },
    delete_requested_at: null,
    purged_at: null,
  };
  const result = await callDatabase(() =>
    tasks.updateMany(filter, { $set: { 'cost.settled': true, wake_at: due } }),
  );
  return result.matchedCount;
}

/** Tasks whose expiry is unknown or has changed since they ended, and those that have to be purged, whose `wake_at` stays. */
async function markOthers(tasks: TaskCollection, ids: readonly string[]): Promise<void> {
  const isPurgeDue = { $or: [{ $ne: ['$delete_requested_at', null] }, { $ne: ['$purged_at', null] }] };
  await callDatabase(() =>
    tasks.updateMany({ _id: { $in: [...ids] }, 'cost.settled': false }, [
      { $set: { 'cost.settled': true, wake_at: { $cond: [isPurgeDue, '$wake_at', '$expires_at'] } } },
    ]),
  );
}
