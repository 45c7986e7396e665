import type { Task } from '@medley/contracts';
import { mongo } from 'mongoose';
import { callDatabase } from './call-database';
import { readFields, toTask, type ReadTask } from './task-document';
import type { TaskCollection, TaskDocument } from './task-model';

/**
 * Read whole tasks. The documents come as bytes and are deserialized here: for a client whose commands are observed, which
 * ours is, the driver makes objects of every answer a second time.
 */
export async function readTasks(
  tasks: TaskCollection,
  filter: mongo.Filter<TaskDocument>,
  options: Pick<mongo.FindOptions, 'sort' | 'limit'> = {},
): Promise<Task[]> {
  const found = tasks.find<Uint8Array>(filter, { ...options, projection: readFields, raw: true });
  const documents = await callDatabase(() => found.toArray());
  return documents.map((bytes) => toTask(mongo.BSON.deserialize(bytes) as ReadTask));
}
