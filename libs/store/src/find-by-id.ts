import type { Task } from '@medley/contracts';
import { callDatabase } from './call-database';
import { readFields, toTask, type ReadTask } from './task-document';
import type { TaskCollection } from './task-model';

/** Find tasks by id, read by the driver itself: mongoose costs more than the rest of the call. */
export async function findById(tasks: TaskCollection, ids: readonly string[]): Promise<Map<string, Task>> {
  const [only] = ids;
  const filter = { _id: ids.length === 1 && only !== undefined ? only : { $in: [...ids] } };
  const documents = await callDatabase(() =>
    tasks.find<ReadTask>(filter, { projection: readFields }).toArray(),
  );
  return new Map(documents.map((document) => [document._id, toTask(document)]));
}
