import { setTimeout as pause } from 'node:timers/promises';
import type { BenchEnvironment } from './bench-environment';

const BATCH = 30;
const BATCHES_AT_ONCE = 4;

/** Steps of a task: three sequential ones, which one worker runs as a unit; with a sibling, `b` needs a message of its own. */
const graphs = {
  chain: ['a', 'b', 'c'].map((id) => ({ id, name: 'depersonalize' })),
  siblings: [
    { id: 'a', name: 'depersonalize' },
    { id: 'b', name: 'depersonalize', depends_on: ['a'] },
    { id: 'sibling', name: 'depersonalize', depends_on: ['a'] },
  ],
} as const;

/** The account that the tasks are created for, and the database that they are counted in. */
export type LoadedAccount = Pick<BenchEnvironment, 'stores' | 'accountId' | 'apiKey'> & {
  /** Default: `chain`. */
  graph?: keyof typeof graphs;
};

/** Create `count` tasks in batches and wait until the last one has ended; returns seconds from the first request. */
export async function runTasks(account: LoadedAccount, gateway: string, count: number): Promise<number> {
  const startedAt = performance.now();
  await createTasks(account, gateway, count);
  await waitForTasks(account);
  return (performance.now() - startedAt) / 1_000;
}

export async function createTasks(account: LoadedAccount, gateway: string, count: number): Promise<void> {
  const sizes = Array.from({ length: Math.ceil(count / BATCH) }, (_, index) =>
    Math.min(BATCH, count - index * BATCH),
  );
  const lanes = Array.from({ length: BATCHES_AT_ONCE }, async () => {
    for (let size = sizes.pop(); size !== undefined; size = sizes.pop())
      await createBatch(account, gateway, size);
  });
  await Promise.all(lanes);
}

/** Wait until every task of the account has ended. */
export async function waitForTasks({ stores, accountId }: LoadedAccount): Promise<void> {
  while ((await stores.tasks.countUnfinished(accountId, 1)) > 0) await pause(20);
}

async function createBatch(account: LoadedAccount, gateway: string, size: number): Promise<void> {
  const tasks = Array.from({ length: size }, () => ({ input: 'x', steps: graphs[account.graph ?? 'chain'] }));
  const response = await fetch(`${gateway}/api/v1/tasks/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tasks }),
  });
  const { data } = (await response.json()) as { data?: { summary: { failed: number } } };
  if (data?.summary.failed !== 0) throw new Error(`a batch was refused: ${response.status}`);
}
