import type { Task } from '@medley/contracts';
import type { Stores } from '@medley/store';
import { until } from '../until';

/**
 * A function that waits until a task has ended and its costs are settled. All waits share one query for revisions, and a
 * task is read when its revision has changed, because reading whole tasks is expensive.
 */
export function createEndWaiter({ tasks }: Stores): (id: string) => Promise<Task> {
  const awaited = new Set<string>();
  let query: Promise<Map<string, number>> | null = null;
  const revisionOf = async (id: string): Promise<number | undefined> => {
    query ??= tasks.revisions([...awaited]).finally(() => (query = null));
    return (await query).get(id);
  };
  return async (id) => {
    let task: Task | null = null;
    awaited.add(id);
    try {
      await until(async () => {
        // Settling does not raise the revision, and a query that began before this wait does not have it.
        const isStale = task?.status !== 'pending' || (await revisionOf(id)) !== task.rev;
        if (isStale) task = await tasks.find(id);
        if (task === null) throw new Error('the task is gone');
        return task.status !== 'pending' && task.cost.settled;
      });
    } finally {
      awaited.delete(id);
    }
    if (task === null) throw new Error('the task is gone');
    return task;
  };
}
