import { until } from '../../../tests/support/until';
import { Slots } from '../src/slots';

test('no more holders than slots, and everybody gets one in turn', async () => {
  const slots = new Slots(3);
  let held = 0;
  let most = 0;
  const order: number[] = [];
  const work = async (index: number): Promise<void> => {
    expect(await slots.take(5_000)).toBe(true);
    order.push(index);
    most = Math.max(most, (held += 1));
    await new Promise((resolve) => setImmediate(resolve));
    held -= 1;
    slots.release();
  };
  await Promise.all(Array.from({ length: 50 }, (_, index) => work(index)));
  expect(most).toBe(3);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('who waited too long has no slot, and takes none from the others', async () => {
  const slots = new Slots(1);
  expect(await slots.take(1)).toBe(true);
  expect(await slots.take(1)).toBe(false);
  const next = slots.take(5_000);
  slots.release();
  expect(await next).toBe(true);
  slots.release();
  await until(async () => slots.take(1));
});
