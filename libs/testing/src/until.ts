import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = { min: 20, max: 100 };
/** A long wait is polled at this part of the time it has taken, so that it costs little processor time. */
const SHARE = 1 / 20;
/** The clock of the machine, also where a test has frozen its own. */
const now = performance.now.bind(performance);

/** Polls a condition until it holds. @throws when it still does not after `timeoutMs` (default 180 s, a guard against hanging) */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { timeoutMs = 180_000 }: { timeoutMs?: number } = {},
): Promise<void> {
  const startedAt = now();
  while (!(await condition())) {
    const waitedMs = now() - startedAt;
    if (waitedMs > timeoutMs) throw new Error(`the condition did not hold within ${timeoutMs} ms`);
    await pause(Math.min(INTERVAL_MS.max, Math.max(INTERVAL_MS.min, SHARE * waitedMs)));
  }
}
