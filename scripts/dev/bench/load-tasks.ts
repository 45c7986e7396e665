import { setTimeout as pause } from 'node:timers/promises';
import type { BenchEnvironment } from './bench-environment';

const BATCH = 30;
const BATCHES_AT_ONCE = 4;

/** Three sequential steps. */
const threeSteps = ['a', 'b', 'c'].map((id) => ({ id, name: 'depersonalize' }));

/** Create `count` tasks in batches and wait until the last one has ended; returns seconds from the first request. */
export async function runTasks(bench: BenchEnvironment, gateway: string, count: number): Promise<number> {
  const startedAt = performance.now();
  const sizes = Array.from({ length: Math.ceil(count / BATCH) }, (_, index) =>
    Math.min(BATCH, count - index * BATCH),
  );
  const lanes = Array.from({ length: BATCHES_AT_ONCE }, async () => {
    for (let size = sizes.pop(); size !== undefined; size = sizes.pop())
      await createBatch(bench, gateway, size);
  });
  await Promise.all(lanes);
  while ((await bench.stores.tasks.countUnfinished(bench.accountId, 1)) > 0) await pause(20);
  return (performance.now() - startedAt) / 1_000;
}

async function createBatch(bench: BenchEnvironment, gateway: string, size: number): Promise<void> {
  const tasks = Array.from({ length: size }, () => ({ input: 'x', steps: threeSteps }));
  const response = await fetch(`${gateway}/api/v1/tasks/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bench.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tasks }),
  });
  const { data } = (await response.json()) as { data?: { summary: { failed: number } } };
  if (data?.summary.failed !== 0) throw new Error(`a batch was refused: ${response.status}`);
}
