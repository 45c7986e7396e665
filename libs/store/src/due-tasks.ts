import type { Task } from '@medley/contracts';
import { callDatabase } from './call-database';
import { dueLimits } from './due-limits';
import type { DuePage } from './stores';
import { findById } from './find-by-id';
import type { TaskCollection } from './task-model';

interface DueRow {
  _id: string;
  bytes: number;
}

/**
 * Find due tasks, most overdue first by the first field of `range`. The range must repeat `$gt: EPOCH`, the condition of the
 * partial index, so that the index is used. The number of loaded documents is limited by their total size.
 */
export async function findDue(
  tasks: TaskCollection,
  range: Record<string, object>,
  limit: number,
): Promise<DuePage> {
  const [overdue = '_id'] = Object.keys(range);
  const stages = [
    { $match: range },
    { $sort: { [overdue]: 1 as const } },
    { $limit: limit },
    { $project: { bytes: { $bsonSize: '$$ROOT' } } },
  ];
  const rows = await callDatabase(() => tasks.aggregate<DueRow>(stages).toArray());
  const chosen = choose(rows);
  return { tasks: await load(tasks, chosen), more: rows.length === limit || chosen.length < rows.length };
}

function choose(rows: readonly DueRow[]): string[] {
  let bytesLeft = dueLimits.bytesMax;
  const fitting = rows.findIndex(({ bytes }) => (bytesLeft -= bytes) < 0);
  const count = fitting < 0 ? rows.length : Math.max(1, fitting);
  return rows.slice(0, count).map(({ _id }) => _id);
}

/** Load tasks in the order of `ids`; deleted ones are left out. */
async function load(tasks: TaskCollection, ids: readonly string[]): Promise<Task[]> {
  if (ids.length === 0) return [];
  const found = await findById(tasks, ids);
  return ids.flatMap((id) => {
    const task = found.get(id);
    return task ? [task] : [];
  });
}
