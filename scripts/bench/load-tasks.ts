import { setTimeout as pause } from 'node:timers/promises';
import type { BenchGround } from './bench-ground';

const BATCH = 30;
const BATCHES_AT_ONCE = 4;

/** Three steps in a row. */
export const threeSteps = ['a', 'b', 'c'].map((id) => ({ id, name: 'depersonalize' }));

/** Create `count` tasks in batches and wait until the last one has ended; returns seconds from the first request. */
export async function runTasks(ground: BenchGround, gateway: string, count: number): Promise<number> {
  const startedAt = performance.now();
  const sizes = Array.from({ length: Math.ceil(count / BATCH) }, (_, index) =>
    Math.min(BATCH, count - index * BATCH),
  );
  const lanes = Array.from({ length: BATCHES_AT_ONCE }, async () => {
    for (let size = sizes.pop(); size !== undefined; size = sizes.pop())
      await createBatch(ground, gateway, size);
  });
  await Promise.all(lanes);
  while ((await ground.stores.tasks.countUnfinished(ground.accountId, 1)) > 0) await pause(20);
  return (performance.now() - startedAt) / 1_000;
}

async function createBatch(ground: BenchGround, gateway: string, size: number): Promise<void> {
  const tasks = Array.from({ length: size }, () => ({ input: 'x', steps: threeSteps }));
  const response = await fetch(`${gateway}/api/v1/tasks/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ground.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tasks }),
  });
  const { data } = (await response.json()) as { data?: { summary: { failed: number } } };
  if (data?.summary.failed !== 0) throw new Error(`a batch was refused: ${response.status}`);
}
