// eslint-disable-next-line no-restricted-syntax -- paces the load; no assertion depends on it
import { setTimeout as pause } from 'node:timers/promises';
import type { TestClient } from '@medley/testing/gateway';
import type { TestSystem } from '@medley/testing/system';
import { until } from '@medley/testing';

export interface Load {
  /** Every response to a creation: its status and the task. */
  creations: { status: number; id: string | null }[];
  reads: { status: number }[];
  stop(): Promise<void>;
}

/** Clients that create at once. */
export const LANES = 4;
const BETWEEN_MS = 50;

/** Clients that create tasks and read one, over and over, until stopped. */
export async function createUnderLoad(client: TestClient): Promise<Load> {
  const { id } = await client.create('/pii', { input: 'Иван' });
  const load: Pick<Load, 'creations' | 'reads'> = { creations: [], reads: [] };
  let isStopped = false;
  const lane = async (): Promise<void> => {
    while (!isStopped) {
      const answer = await client.post('/pii', { input: 'Иван' });
      const made = answer.status === 201 ? String(answer.body.data['id']) : null;
      load.creations.push({ status: answer.status, id: made });
      await pause(BETWEEN_MS);
    }
  };
  const reader = async (): Promise<void> => {
    while (!isStopped) {
      const { status } = await client.get(`/tasks/${id}`);
      load.reads.push({ status });
      await pause(BETWEEN_MS);
    }
  };
  const running = [reader(), ...Array.from({ length: LANES }, lane)];
  return {
    ...load,
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

/** Wait until every accepted task has ended; returns the number of tasks of the account. */
export async function endAll(system: TestSystem, client: TestClient, load: Load): Promise<number> {
  const accepted = load.creations.flatMap(({ id }) => (id === null ? [] : [id]));
  const hasEnded = async (id: string): Promise<boolean> =>
    (await system.stores.tasks.find(id))?.status !== 'pending';
  for (const id of accepted) await until(() => hasEnded(id));
  const listing = (await client.get('/tasks?limit=1')).body.data as { pagination: { total: number } };
  return listing.pagination.total - 1;
}
