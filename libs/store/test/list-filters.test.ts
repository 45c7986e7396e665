import { randomUUID } from 'node:crypto';
import type { Stores } from '@medley/store';
import mongoose from 'mongoose';
import { afterPosition, toQuery, type TaskFilter } from '../src/task-filter';
import { makeTask, TestStores } from './test-stores';

const database = new TestStores();
const account_id = randomUUID();
const MINUTE_MS = 60_000;
const start = Date.parse('2026-01-01T00:00:00Z');
let stores: Stores;
let connection: mongoose.Connection;

/** Of the account, the newest last; the tenth one is different in everything. */
const tasks = Array.from({ length: 2_000 }, (_, index) => {
  const task = makeTask({ account_id }, new Date(start + index * MINUTE_MS));
  const special = index === 10;
  return {
    ...task,
    input: task.input && { ...task.input, filename: special ? 'rare.mp3' : `talk-${index}.mp3` },
    metadata: [{ key: 'order', value: special ? 'rare' : 'usual' }],
    steps: task.steps.map((step) => (special ? { ...step, name: 'transcode' as const } : step)),
  };
});
const special = tasks[10] ?? makeTask();

beforeAll(async () => {
  await database.start();
  stores = await database.connect();
  await Promise.all(tasks.map((task) => stores.tasks.insert(task)));
  connection = await mongoose.createConnection(database.url).asPromise();
});
afterAll(async () => {
  await connection.destroy();
  await database.stop();
});

interface Plan {
  executionStats: { nReturned: number; totalDocsExamined: number; totalKeysExamined: number };
}

/** What a listing reads; the position in the middle is what a cursor adds. */
async function explain(
  filter: Omit<TaskFilter, 'account_id'>,
  after?: Date,
): Promise<Plan['executionStats']> {
  const query = toQuery({ account_id, ...filter });
  const whole = after ? { $and: [query, afterPosition({ created_at: after, id: randomUUID() })] } : query;
  const cursor = connection
    .collection('tasks')
    .find(whole as object)
    .sort({ created_at: -1, _id: -1 })
    .limit(21);
  return ((await cursor.explain('executionStats')) as unknown as Plan).executionStats;
}

test.each<[string, Omit<TaskFilter, 'account_id'>]>([
  ['step', { step: 'transcode' }],
  [
    'created_after and created_before',
    { created_after: special.created_at, created_before: special.created_at },
  ],
  ['metadata', { metadata: [{ key: 'order', value: 'rare' }] }],
  ['q of a filename', { q: 'rare' }],
  ['q of an id', { q: special.id.slice(0, 12) }],
])('the filter %s reads only the task that it finds among 2,000', async (_title, filter) => {
  const { nReturned, totalDocsExamined, totalKeysExamined } = await explain(filter);
  expect(nReturned).toBe(1);
  // A look-up in two indexes may read a task twice.
  expect(totalDocsExamined).toBeLessThanOrEqual(2);
  expect(totalKeysExamined).toBeLessThan(10);
  const { items, total } = await stores.tasks.list({ account_id, ...filter }, { limit: 20, offset: 0 });
  expect([items.map(({ id }) => id), total]).toEqual([[special.id], 1]);
});

test('a cursor in the middle of the listing reads only its page', async () => {
  const middle = new Date(start + 1_000 * MINUTE_MS);
  for (const filter of [
    {},
    { status: 'pending' as const },
    { metadata: [{ key: 'order', value: 'usual' }] },
  ]) {
    const { nReturned, totalDocsExamined } = await explain(filter, middle);
    expect(nReturned).toBe(21);
    expect(totalDocsExamined).toBeLessThan(30);
  }
});
