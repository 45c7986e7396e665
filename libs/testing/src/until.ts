import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = 20;
/** The clock of the machine, also where a test has frozen its own. */
const now = performance.now.bind(performance);

/** Polls a condition until it holds. @throws when it still does not after `timeoutMs` (default 60 s) */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { timeoutMs = 60_000 }: { timeoutMs?: number } = {},
): Promise<void> {
  const giveUpAt = now() + timeoutMs;
  while (!(await condition())) {
    if (now() > giveUpAt) throw new Error(`the condition did not hold within ${timeoutMs} ms`);
    await pause(INTERVAL_MS);
  }
}
