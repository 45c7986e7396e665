import { callDatabase } from './call-database';
import { GroupCommit } from './group-commit';
import { insertUnordered } from './insert-unordered';
import type { TaskCollection, TaskDocument } from './task-model';

const GROUP_MAX = 100;
const GROUPS_IN_FLIGHT = 2;

/** Create an inserter of tasks that batches concurrent inserts; a failed insert does not affect the others. */
export function createTaskInserter(tasks: TaskCollection): (task: TaskDocument) => Promise<void> {
  const group = new GroupCommit<TaskDocument, void>({
    write: (documents) => insertMany(tasks, documents),
    maxItems: GROUP_MAX,
    maxInFlight: GROUPS_IN_FLIGHT,
  });
  return (task) => group.add(task);
}

async function insertMany(
  tasks: TaskCollection,
  documents: readonly TaskDocument[],
): Promise<PromiseSettledResult<void>[]> {
  const errors = await callDatabase(() => insertUnordered(tasks, documents));
  return documents.map((_, index) => {
    const reason = errors.get(index);
    return reason ? { status: 'rejected', reason } : { status: 'fulfilled', value: undefined };
  });
}
