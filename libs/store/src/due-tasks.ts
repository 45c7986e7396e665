import type { Task } from '@medley/contracts';
import { trusted } from 'mongoose';
import { callDatabase } from './call-database';
import { dueLimits } from './due-limits';
import type { DuePage } from './stores';
import { readFields, toTask, type ReadTask } from './task-document';
import type { TaskModel } from './task-model';

interface DueRow {
  _id: string;
  bytes: number;
}

/**
 * Find due tasks, most overdue first by the first field of `range`. The range must repeat `$gt: EPOCH`, the condition of the
 * partial index, so that the index is used. The number of loaded documents is limited by their total size.
 */
export async function findDue(
  model: TaskModel,
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
  const rows = await callDatabase(() => model.aggregate<DueRow>(stages).exec());
  const chosen = choose(rows);
  return { tasks: await load(model, chosen), more: rows.length === limit || chosen.length < rows.length };
}

function choose(rows: readonly DueRow[]): string[] {
  let bytesLeft = dueLimits.bytesMax;
  const fitting = rows.findIndex(({ bytes }) => (bytesLeft -= bytes) < 0);
  const count = fitting < 0 ? rows.length : Math.max(1, fitting);
  return rows.slice(0, count).map(({ _id }) => _id);
}

/** Load tasks in the order of `ids`; deleted ones are left out. */
async function load(model: TaskModel, ids: readonly string[]): Promise<Task[]> {
  if (ids.length === 0) return [];
  const query = model.find({ _id: trusted({ $in: [...ids] }) }, readFields);
  const documents = await callDatabase(() => query.lean<ReadTask[]>().exec());
  const found = new Map(documents.map((document) => [document._id, document]));
  return ids.flatMap((id) => {
    const document = found.get(id);
    return document ? [toTask(document)] : [];
  });
}
