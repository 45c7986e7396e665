import type { mongo } from 'mongoose';
import { callDatabase, unavailable } from './call-database';
import type { Mongo } from './connect-mongo';
import { exactWriteErrors } from './exact-write-errors';
import { GroupCommit } from './group-commit';
import type { TaskUpdate } from './task-document';
import type { TaskCollection, TaskDocument } from './task-model';

/** An update that changes the task only while it has the revision that the update names. */
export interface GuardedUpdate {
  id: string;
  update: TaskUpdate;
}

const GROUP_MAX = 100;
const GROUPS_IN_FLIGHT = 3;

/**
 * Create a function that stores guarded updates, batched where the server reports the outcome of each (`bulkWrite`, MongoDB 8),
 * else one by one. Resolves with whether the update was applied.
 */
export function createTaskUpdater(
  database: Mongo,
  tasks: TaskCollection,
): (guarded: GuardedUpdate) => Promise<boolean> {
  if (!database.hasBulkWrite) return (guarded) => updateOne(tasks, guarded);
  const group = new GroupCommit<GuardedUpdate, boolean>({
    write: (updates) => updateMany(database, updates),
    maxItems: GROUP_MAX,
    maxInFlight: GROUPS_IN_FLIGHT,
  });
  return (guarded) => group.add(guarded);
}

async function updateOne(tasks: TaskCollection, { id, update }: GuardedUpdate): Promise<boolean> {
  const result = await callDatabase(() => tasks.updateOne({ _id: id }, update));
  return result.modifiedCount === 1;
}

async function updateMany(
  { client, databaseName }: Mongo,
  updates: readonly GuardedUpdate[],
): Promise<PromiseSettledResult<boolean>[]> {
  const models = updates.map(({ id, update }) => ({
    namespace: `${databaseName}.tasks`,
    name: 'updateOne' as const,
    filter: { _id: id },
    update,
  }));
  try {
    const result = await callDatabase(() =>
      client.bulkWrite<Record<string, TaskDocument>>(models, { ordered: false, verboseResults: true }),
    );
    return updates.map((_, index) => outcomeOf(result.updateResults, index));
  } catch (error) {
    const refusals = exactWriteErrors(error);
    if (!refusals) throw error;
    const { partialResult } = error as mongo.MongoClientBulkWriteError;
    return updates.map((_, index) => {
      const reason = refusals.get(index);
      return reason ? { status: 'rejected', reason } : outcomeOf(partialResult?.updateResults, index);
    });
  }
}

function outcomeOf(
  results: ReadonlyMap<number, mongo.ClientUpdateResult> | undefined,
  index: number,
): PromiseSettledResult<boolean> {
  const result = results?.get(index);
  if (result) return { status: 'fulfilled', value: result.modifiedCount === 1 };
  return { status: 'rejected', reason: unavailable('an update has no outcome') };
}
