import type { Task } from '@medley/contracts';
import { readTasks } from './read-tasks';
import type { TaskCollection } from './task-model';

/** Find tasks by id, read by the driver itself: mongoose costs more than the rest of the call. */
export async function findById(tasks: TaskCollection, ids: readonly string[]): Promise<Map<string, Task>> {
  const [only] = ids;
  const filter = { _id: ids.length === 1 && only !== undefined ? only : { $in: [...ids] } };
  return new Map((await readTasks(tasks, filter)).map((task) => [task.id, task]));
}
