import { mongo } from 'mongoose';
import { callDatabase } from './call-database';
import { GroupCommit } from './group-commit';
import type { TaskWrite } from './task-document';
import type { TaskCollection } from './task-model';

/** A write that is applied only while the task has the revision that it names. */
export interface GuardedUpdate {
  id: string;
  accountId: string | undefined;
  write: TaskWrite;
}

type Outcome = PromiseSettledResult<boolean>;

const GROUP_MAX = 100;
const GROUPS_IN_FLIGHT = 3;
/** The server refuses commands above 16 MiB, and a UTF-16 unit takes up to three bytes there. */
const CHARACTERS_MAX = 2_000_000;
const lost: Outcome = { status: 'fulfilled', value: false };

/**
 * Create a function that stores guarded updates. Concurrent ones share one statement, which is cheaper for both sides than a
 * statement for each (`bulkWrite`). Resolves with whether the update was applied.
 */
export function createTaskUpdater(tasks: TaskCollection): (update: GuardedUpdate) => Promise<boolean> {
  const group = new GroupCommit<GuardedUpdate, boolean>({
    write: (updates) => updateTogether(tasks, updates),
    maxItems: GROUP_MAX,
    maxInFlight: GROUPS_IN_FLIGHT,
    sizeOf: ({ write }) => charactersOf(write),
    ownerOf: ({ accountId }) => accountId,
    maxSize: CHARACTERS_MAX,
  });
  return (update) => group.add(update);
}

/** Of several updates of one task the first is tried and the others lose, as they mostly would after it. */
async function updateTogether(tasks: TaskCollection, updates: readonly GuardedUpdate[]): Promise<Outcome[]> {
  const first = new Map([...updates].reverse().map((update) => [update.id, update]));
  const outcomes = await updateEach(tasks, [...first.values()]);
  return updates.map((update) => outcomes.get(update) ?? lost);
}

/** The updates that were tried, by their outcome; those that are missing have lost. Each is of another task. */
async function updateEach(
  tasks: TaskCollection,
  updates: readonly GuardedUpdate[],
): Promise<Map<GuardedUpdate, Outcome>> {
  const writeId = new mongo.ObjectId();
  const pipeline = toPipeline(updates, writeId);
  const [first = '', ...more] = updates.map(({ id }) => id);
  try {
    // One task alone is found without a query plan.
    const { modifiedCount } = await callDatabase(() =>
      more.length === 0
        ? tasks.updateOne({ _id: first }, pipeline)
        : tasks.updateMany({ _id: { $in: [first, ...more] } }, pipeline),
    );
    if (modifiedCount === 0) return new Map();
    return winners(modifiedCount === updates.length ? updates : await findStored(tasks, updates, writeId));
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError)) throw error;
    return updateRest(tasks, updates, { writeId, reason: error });
  }
}

/** The server ended the statement at a task whose update it refuses: the others are not to suffer from it. */
async function updateRest(
  tasks: TaskCollection,
  updates: readonly GuardedUpdate[],
  { writeId, reason }: { writeId: mongo.ObjectId; reason: Error },
): Promise<Map<GuardedUpdate, Outcome>> {
  const [only, ...more] = updates;
  if (only && more.length === 0) return new Map([[only, { status: 'rejected', reason }]]);
  const outcomes = winners(await findStored(tasks, updates, writeId));
  const rest = updates.filter((update) => !outcomes.has(update));
  for (const others of await Promise.all(rest.map((update) => updateEach(tasks, [update]))))
    for (const [update, outcome] of others) outcomes.set(update, outcome);
  return outcomes;
}

async function findStored(
  tasks: TaskCollection,
  updates: readonly GuardedUpdate[],
  writeId: mongo.ObjectId,
): Promise<GuardedUpdate[]> {
  const filter = { _id: { $in: updates.map(({ id }) => id) }, write_id: writeId };
  const found = await callDatabase(() => tasks.find(filter, { projection: { _id: 1 } }).toArray());
  const stored = new Set(found.map(({ _id }) => _id));
  return updates.filter(({ id }) => stored.has(id));
}

function winners(updates: readonly GuardedUpdate[]): Map<GuardedUpdate, Outcome> {
  return new Map(updates.map((update) => [update, { status: 'fulfilled', value: true }]));
}

/**
 * Each task takes its own write from a list. The revision is compared here and not by the filter, where each task would need a
 * query of its own.
 */
function toPipeline(updates: readonly GuardedUpdate[], writeId: mongo.ObjectId): [{ $replaceWith: object }] {
  const [ids, writes] = [updates.map(({ id }) => id), updates.map(({ write }) => write)];
  const write = { $arrayElemAt: [{ $literal: writes }, { $indexOfArray: [{ $literal: ids }, '$_id'] }] };
  const pairs = { $zip: { inputs: ['$steps', '$$write.steps'], useLongestLength: true } };
  const step = { $mergeObjects: [{ $arrayElemAt: ['$$this', 0] }, { $arrayElemAt: ['$$this', 1] }] };
  const steps = { $map: { input: pairs, in: step } };
  const events = { $concatArrays: ['$events', '$$write.events'] };
  const changed = { $mergeObjects: ['$$ROOT', '$$write.set', { steps, events, write_id: writeId }] };
  const guarded = { $cond: [{ $eq: ['$rev', '$$write.rev'] }, changed, '$$ROOT'] };
  return [{ $replaceWith: { $let: { vars: { write }, in: guarded } } }];
}

/** UTF-16 units of all texts in a value. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, one) => sum + charactersOf(one), 0);
}
