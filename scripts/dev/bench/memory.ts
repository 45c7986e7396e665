import { setTimeout as pause } from 'node:timers/promises';
import { startAllInOne } from './all-in-one';
import { residentMb } from './resident-mb';

const WARM_UP = 1_000;
const TASKS = 10_000;
const BATCH = 30;
const LANES = 4;
const CALM_MS = 5_000;

export interface MemoryFigures {
  idle_mb: number;
  after_mb: number;
  growth_mb: number;
}

/** RSS of the all-in-one process when idle, and after 10,000 finished small tasks. */
export async function benchMemory(): Promise<MemoryFigures> {
  const { url, pid, apiKey, stop } = await startAllInOne();
  try {
    // The first tasks make the runtime allocate compiled code and pools once; that is not growth.
    await runSmallTasks(url, apiKey, WARM_UP);
    await pause(CALM_MS);
    const idle = await residentMb(pid);
    await runSmallTasks(url, apiKey, TASKS);
    await pause(CALM_MS);
    const after = await residentMb(pid);
    return { idle_mb: idle, after_mb: after, growth_mb: after - idle };
  } finally {
    await stop();
  }
}

async function runSmallTasks(url: string, key: string, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let left = count;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      const size = Math.min(BATCH, left);
      left -= size;
      const tasks = Array.from({ length: size }, () => ({
        input: 'Иван',
        steps: [{ name: 'depersonalize' }],
      }));
      const response = await fetch(`${url}/api/v1/tasks/batch`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ tasks }),
      });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  for (;;) {
    const response = await fetch(`${url}/api/v1/tasks?status=pending&limit=1`, { headers });
    const { data } = (await response.json()) as { data: { pagination: { total: number } } };
    if (data.pagination.total === 0) return;
    await pause(100);
  }
}
