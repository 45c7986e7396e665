import { callDatabase } from './call-database';
import { listingLimits } from './listing-limits';
import type { TaskCollection } from './task-model';

/** Ids of the newest retries of a task, newest first. */
export async function findRetries(tasks: TaskCollection, id: string): Promise<string[]> {
  const found = tasks
    .find({ retry_of: id }, { projection: { _id: 1 } })
    .sort({ created_at: -1, _id: -1 })
    .limit(listingLimits.retriesMax);
  return (await callDatabase(() => found.toArray())).map(({ _id }) => _id);
}
