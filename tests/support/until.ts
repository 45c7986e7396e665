import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 20;

/** Wait until a condition holds; fails when it still does not after `timeoutMs`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { timeoutMs = 10_000 }: { timeoutMs?: number } = {},
): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(`the condition did not hold within ${timeoutMs} ms`);
    await pause(LOOK_MS);
  }
}
