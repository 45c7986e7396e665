import { until } from '@medley/testing';
import { Semaphore } from '../src/semaphore';

test('no more holders than permits, and waiters are served in order', async () => {
  const semaphore = new Semaphore(3);
  let held = 0;
  let most = 0;
  const order: number[] = [];
  const work = async (index: number): Promise<void> => {
    expect(await semaphore.acquire(5_000)).toBe(true);
    order.push(index);
    most = Math.max(most, (held += 1));
    await new Promise((resolve) => setImmediate(resolve));
    held -= 1;
    semaphore.release();
  };
  await Promise.all(Array.from({ length: 50 }, (_, index) => work(index)));
  expect(most).toBe(3);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('a waiter that timed out has no permit and takes none from the others', async () => {
  const semaphore = new Semaphore(1);
  expect(await semaphore.acquire(1)).toBe(true);
  expect(await semaphore.acquire(1)).toBe(false);
  const next = semaphore.acquire(5_000);
  semaphore.release();
  expect(await next).toBe(true);
  semaphore.release();
  await until(async () => semaphore.acquire(1));
});
