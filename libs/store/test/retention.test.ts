import type { Stores } from '@medley/store';
import { makeTask, TestStores } from './test-stores';

const testStores = new TestStores();
let stores: Stores;

beforeAll(async () => {
  await testStores.start();
  stores = await testStores.connect();
});
afterAll(() => testStores.stop());

test('ended tasks are deleted after their retention, oldest first, a bounded number at once', async () => {
  const now = Date.now();
  const days = (count: number): Date => new Date(now - count * 86_400_000);
  const over = (count: number): ReturnType<typeof makeTask> => {
    const task = makeTask({
      status: 'completed',
      completed_at: days(count),
      purged_at: days(count - 1),
      wake_at: null,
    });
    return { ...task, cost: { ...task.cost, settled: true } };
  };
  const [old, older, oldest, young] = [over(91), over(92), over(93), over(89)];
  const unsettled = { ...over(95), cost: { ...over(95).cost, settled: false } };
  const unpurged = { ...over(95), purged_at: null };
  const watched = { ...over(95), wake_at: days(0) };
  const running = makeTask({ created_at: days(95) });
  const kept = [young, unsettled, unpurged, watched, running];
  for (const task of [old, older, oldest, ...kept]) await stores.tasks.insert(task);

  expect(await stores.tasks.removeEnded(days(90), 2)).toBe(2);
  expect([await stores.tasks.find(oldest.id), await stores.tasks.find(older.id)]).toEqual([null, null]);
  expect(await stores.tasks.find(old.id)).not.toBeNull();
  expect(await stores.tasks.removeEnded(days(90), 10)).toBe(1);
  expect(await stores.tasks.removeEnded(days(90), 10)).toBe(0);
  const left = await Promise.all(kept.map(({ id }) => stores.tasks.find(id)));
  expect(left.map((task) => task?.id)).toEqual(kept.map(({ id }) => id));
});
