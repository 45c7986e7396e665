import { until, type FrozenTimers } from '@medley/testing';

/**
 * Makes the polls of a dispatcher steps of the test: moves the frozen clock by one interval and waits until the dispatcher
 * has read the due deliveries, offered them to its slots and set the timer of its next poll. A poll that failed counts as
 * well, such as one whose query met a timeout because the clock leapt during it.
 */
export async function pollByHand(timers: FrozenTimers, pollMs: number): Promise<void> {
  const before = timers.timesSet(pollMs);
  await timers.advance(pollMs);
  await until(() => timers.timesSet(pollMs) > before);
}
