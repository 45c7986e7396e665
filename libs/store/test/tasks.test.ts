import type { Delivery, Task } from '@medley/contracts';
import type { Stores } from '@medley/store';
import { randomUUID } from 'node:crypto';
import { dueLimits } from '../src/due-limits';
import { makeTask, TestStores } from './test-stores';

const testStores = new TestStores();
let stores: Stores;

beforeAll(async () => {
  await testStores.start();
  stores = await testStores.connect();
});
afterAll(() => testStores.stop());

const HOUR = 3_600_000;

function makeDelivery(changes: Partial<Delivery> = {}): Delivery {
  return {
    id: randomUUID(),
    event: 'task.completed',
    url: 'https://example.com/',
    state: 'pending',
    created_at: new Date(),
    next_attempt_at: null,
    manual_requested_at: null,
    attempts: [],
    body: null,
    ...changes,
  };
}

function withText(task: Task, text: string): Task {
  return { ...task, input: task.input && { ...task.input, text } };
}

function makeAttempt(started_at: Date, ended_at: Date | null): Delivery['attempts'][number] {
  return {
    attempt: 1,
    trigger: 'scheduled',
    started_at,
    ended_at,
    status_code: null,
    response_time_ms: null,
    error: null,
  };
}

test('a task is read exactly as it was stored, odd keys and NUL characters included', async () => {
  const task = makeTask({
    metadata: [
      { key: '$where', value: 'sleep(9)' },
      { key: 'a.b', value: '\u0000\u2028😀' },
      { key: '__proto__', value: '{"$gt":""}' },
    ],
    delivery: makeDelivery({ body: { inline: '{"a":1}' } }),
  });
  await stores.tasks.insert(task);
  expect(await stores.tasks.find(task.id)).toStrictEqual(task);
});

test('an unknown task is null, and cannot be updated or requested', async () => {
  expect(await stores.tasks.find(randomUUID())).toBeNull();
  expect(await stores.tasks.update(randomUUID(), 1, { set: { progress: 1 } })).toBe(false);
  expect(await stores.tasks.request(randomUUID(), 'cancel', new Date())).toBe(false);
});

test('of concurrent inserts only the one with a taken id fails', async () => {
  const taken = makeTask();
  await stores.tasks.insert(taken);
  const tasks = Array.from({ length: 20 }, (_, index) => (index === 7 ? taken : makeTask()));
  const outcomes = await Promise.allSettled(tasks.map((task) => stores.tasks.insert(task)));
  expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([7]);
  expect((await stores.tasks.revisions(tasks.map(({ id }) => id))).size).toBe(20);
});

test('an update changes the given fields, appends its events and raises the revision', async () => {
  const task = makeTask();
  await stores.tasks.insert(task);
  const at = new Date();
  const event = { seq: 2, type: 'step.started', at, step_id: 'hide', attempt: 1 } as const;
  const updated = await stores.tasks.update(task.id, 1, {
    set: {
      input: null,
      metadata: null,
      progress: 0.5,
      cost: { reserved: 100, extensions: [], wanted: null, charged: 7, settled: false },
    },
    steps: [
      { index: 0, set: { status: 'running', started_at: at, output: { inline: '$x' } } },
      { index: 2, set: { output: null, text: null } },
    ],
    events: [event],
  });
  expect(updated).toBe(true);
  const stored = await stores.tasks.find(task.id);
  expect(stored).toMatchObject({ rev: 2, input: null, metadata: null, progress: 0.5, cost: { charged: 7 } });
  expect(stored?.steps[0]).toEqual({
    ...task.steps[0],
    status: 'running',
    started_at: at,
    output: { inline: '$x' },
  });
  expect(stored?.steps.slice(1)).toEqual(task.steps.slice(1));
  expect(stored?.events).toEqual([...task.events, event]);
});

test('of 50 concurrent updates from two processes exactly one succeeds, and each caller knows the outcome', async () => {
  const other = await testStores.connect();
  for (let round = 0; round < 5; round += 1) {
    const task = makeTask();
    await stores.tasks.insert(task);
    const won = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? stores : other).tasks.update(task.id, 1, { set: { progress: index / 100 } }),
      ),
    );
    const winners = won.flatMap((hasWon, index) => (hasWon ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(await stores.tasks.find(task.id)).toMatchObject({ rev: 2, progress: (winners[0] ?? -1) / 100 });
  }
});

test('of concurrent updates of many tasks exactly those fail whose task has changed or does not exist', async () => {
  const tasks = Array.from({ length: 40 }, () => makeTask());
  await Promise.all(tasks.map((task) => stores.tasks.insert(task)));
  const changed = new Set(tasks.filter((_, index) => index % 7 === 3).map(({ id }) => id));
  await Promise.all([...changed].map((id) => stores.tasks.request(id, 'cancel', new Date())));
  const unknown = makeTask();
  const outcomes = await Promise.all(
    [...tasks, unknown].map((task, index) =>
      stores.tasks.update(task.id, 1, { steps: [{ index: index % 3, set: { attempt: 100 + index } }] }),
    ),
  );
  expect(outcomes).toEqual([...tasks.map(({ id }) => !changed.has(id)), false]);
  for (const [index, { id, steps }] of tasks.entries()) {
    const attempts = steps.map(({ attempt }, at) =>
      !changed.has(id) && at === index % 3 ? 100 + index : attempt,
    );
    expect((await stores.tasks.find(id))?.steps.map(({ attempt }) => attempt)).toEqual(attempts);
  }
});

test('an update that the server refuses, since the task would grow above 16 MiB, fails alone', async () => {
  const tasks = Array.from({ length: 9 }, () => makeTask());
  await Promise.all(tasks.map((task) => stores.tasks.insert(task)));
  // Three bytes each in UTF-8.
  const inline = '字'.repeat(1_900_000);
  const grow = ({ id }: Task, index: number): Promise<boolean> =>
    stores.tasks.update(id, index + 1, { steps: [{ index, set: { text: { inline } } }] });
  const full = tasks[4] as Task;
  for (const index of [0, 1]) expect(await grow(full, index)).toBe(true);
  const outcomes = await Promise.allSettled(
    tasks.map((task) =>
      task === full ? grow(task, 2) : stores.tasks.update(task.id, 1, { set: { progress: 1 } }),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(
    tasks.map((task) => (task === full ? 'rejected' : 'fulfilled')),
  );
  for (const { id } of tasks)
    expect(await stores.tasks.find(id)).toMatchObject(id === full.id ? { rev: 3 } : { rev: 2, progress: 1 });
});

test('concurrent updates with large texts are all stored', async () => {
  const tasks = Array.from({ length: 20 }, () => makeTask());
  await Promise.all(tasks.map((task) => stores.tasks.insert(task)));
  const inline = 'ж'.repeat(1_000_000);
  const outcomes = await Promise.all(
    tasks.map(({ id }) => stores.tasks.update(id, 1, { steps: [{ index: 0, set: { text: { inline } } }] })),
  );
  expect(outcomes).toEqual(tasks.map(() => true));
  expect((await stores.tasks.find(tasks[19]?.id ?? ''))?.steps[0]?.text).toEqual({ inline });
});

test('a request is stored at once and makes an update of an older revision fail', async () => {
  const task = makeTask();
  await stores.tasks.insert(task);
  const now = new Date();
  expect(await stores.tasks.request(task.id, 'cancel', now)).toBe(true);
  expect(await stores.tasks.request(task.id, 'delete', now)).toBe(true);
  expect(await stores.tasks.update(task.id, 1, { set: { wake_at: null } })).toBe(false);
  expect(await stores.tasks.find(task.id)).toMatchObject({
    rev: 3,
    wake_at: now,
    cancel_requested_at: now,
    delete_requested_at: now,
  });
});

test('a redelivery can only be requested when there is a delivery, and makes it due', async () => {
  const [without, having] = [makeTask(), makeTask({ delivery: makeDelivery({ state: 'failed' }) })];
  await Promise.all([stores.tasks.insert(without), stores.tasks.insert(having)]);
  const now = new Date();
  expect(await stores.tasks.request(without.id, 'redeliver', now)).toBe(false);
  expect(await stores.tasks.request(having.id, 'redeliver', now)).toBe(true);
  const due = await stores.tasks.dueDeliveries(now, { from: 'newest', limit: 1_000 });
  expect(due.find(({ id }) => id === having.id)?.due_at).toEqual(now);
  expect((await stores.tasks.find(having.id))?.delivery?.manual_requested_at).toEqual(now);
});

test('due returns exactly the due tasks, most overdue first', async () => {
  const base = Date.now() - 1_000 * HOUR;
  const wakes = [base + 2, null, base + 1, base + HOUR, base];
  const tasks = wakes.map((wake) => makeTask({ wake_at: wake === null ? null : new Date(wake) }));
  await Promise.all(tasks.map((task) => stores.tasks.insert(task)));
  const due = await stores.tasks.due(new Date(base + 10), 10);
  expect(due.tasks.map(({ id }) => id)).toEqual([tasks[4]?.id, tasks[2]?.id, tasks[0]?.id]);
  expect(due.more).toBe(false);
  expect((await stores.tasks.due(new Date(base + 10), 1)).tasks).toHaveLength(1);
});

test('one query for due tasks loads a bounded number of bytes and reports that there are more', async () => {
  const base = Date.now() - 3_000 * HOUR;
  const text = 'x'.repeat(dueLimits.bytesMax / 4);
  const tasks = Array.from({ length: 6 }, (_, index) =>
    withText(makeTask({ wake_at: new Date(base + index) }), text),
  );
  for (const task of tasks) await stores.tasks.insert(task);
  const due = await stores.tasks.due(new Date(base + 10), 100);
  expect(due.tasks.map(({ id }) => id)).toEqual(tasks.slice(0, 3).map(({ id }) => id));
  expect(due.more).toBe(true);
  // Other tests of this file query due tasks, too.
  for (const { id, rev } of tasks) await stores.tasks.update(id, rev, { set: { wake_at: null } });
});

test('a delivery is due by its time, and lost when its open attempt is old', async () => {
  const base = Date.now() - 2_000 * HOUR;
  const at = (ms: number): Date => new Date(base + ms);
  const scheduled = makeTask({ delivery: makeDelivery({ next_attempt_at: at(5) }) });
  const later = makeTask({ delivery: makeDelivery({ next_attempt_at: at(HOUR) }) });
  const attempts = [makeAttempt(at(-9), at(-8)), makeAttempt(at(0), null)];
  const open = makeTask({ delivery: makeDelivery({ attempts }) });
  const fresh = makeTask({ delivery: makeDelivery({ attempts: [makeAttempt(at(8), null)] }) });
  await Promise.all([scheduled, later, open, fresh].map((task) => stores.tasks.insert(task)));
  const due = await stores.tasks.dueDeliveries(at(6), { from: 'oldest', limit: 10, after: null });
  expect(due.map(({ id }) => id)).toEqual([scheduled.id]);
  const lost = async (): Promise<string[]> =>
    (await stores.tasks.lostDeliveries(at(4), 10)).map(({ id }) => id);
  expect(await lost()).toEqual([open.id]);

  const closed = makeDelivery({ attempts: [makeAttempt(at(0), at(3))] });
  expect(await stores.tasks.update(open.id, 1, { set: { delivery: closed } })).toBe(true);
  expect(await lost()).toEqual([]);
});

test('a listing is newest first with the id as tie-break, by status, and knows the total', async () => {
  const account_id = randomUUID();
  const now = Date.now();
  const tasks = Array.from({ length: 25 }, (_, index) =>
    makeTask({
      account_id,
      created_at: new Date(now - Math.floor(index / 5)),
      status: index % 3 === 0 ? 'failed' : 'pending',
    }),
  );
  await Promise.all(tasks.map((task) => stores.tasks.insert(task)));
  const expected = [...tasks]
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
  const page = await stores.tasks.list({ account_id }, { limit: 10, offset: 10 });
  expect(page.total).toBe(25);
  expect(page.items.map(({ id }) => id)).toEqual(expected.slice(10, 20));
  const failed = await stores.tasks.list({ account_id, status: 'failed' }, { limit: 100, offset: 0 });
  expect(failed.total).toBe(9);
  expect(failed.items.every(({ status }) => status === 'failed')).toBe(true);
  expect(await stores.tasks.countUnfinished(account_id, 100)).toBe(16);
  expect(await stores.tasks.countUnfinished(account_id, 5)).toBe(5);
});
