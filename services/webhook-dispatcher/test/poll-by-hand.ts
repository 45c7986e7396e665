import { until, type FrozenTimers } from '@medley/testing';
import type { DispatcherHarness } from './dispatcher-harness';

/**
 * Makes the polls of a dispatcher steps of the test; call it before the dispatcher starts. The returned function moves a
 * frozen clock by one interval and waits until the dispatcher has read the due deliveries and offered them to its slots.
 */
export function pollByHand(
  { stores: { tasks } }: DispatcherHarness,
  timers: FrozenTimers,
  pollMs: number,
): () => Promise<void> {
  let polls = 0;
  const dueDeliveries = tasks.dueDeliveries.bind(tasks);
  tasks.dueDeliveries = async (now, page) => {
    const due = await dueDeliveries(now, page);
    // The last query of a poll: a full page of the newest is followed by one of the oldest.
    if (page.from === 'oldest' || due.length < page.limit) polls += 1;
    return due;
  };
  return async () => {
    const before = polls;
    await timers.advance(pollMs);
    await until(() => polls > before);
    await new Promise(setImmediate);
  };
}
