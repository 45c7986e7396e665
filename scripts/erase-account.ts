import { setTimeout as pause } from 'node:timers/promises';
import { taskPrefix, type BlobStore } from '@medley/blobs';
import type { Stores } from '@medley/store';

/** How many of each were removed; `canceled` tasks are among `tasks`. */
export type Erasure = Readonly<Record<string, number>>;

/** Running tasks get this long to end: the orchestrator cancels them and the workers stop. */
const CANCEL_WAIT_MS = 30_000;
const LOOK_MS = 200;

/**
 * Remove an account with everything it had. Interrupted at any point it is done by doing it again, for the account
 * goes after its tasks and their files. Null when there is nothing of such an account.
 *
 * Tasks that do not end in time belong to services that do not run; they are removed as they are. What a worker still
 * reports for one names an unknown task and is dropped; a file it stores is removed by the orchestrator's sweep.
 */
export async function eraseAccount(
  { stores, blobs }: { stores: Stores; blobs: BlobStore },
  accountId: string,
  { waitMs = CANCEL_WAIT_MS }: { waitMs?: number } = {},
): Promise<Erasure | null> {
  const { erasure } = stores;
  const isKnown = await erasure.begin(accountId);
  for (const { id, active } of await stores.keys.list(accountId))
    if (active) await stores.keys.deactivate(id);
  const canceled = await cancelTasks(stores, accountId, waitMs);
  let tasks = await removeTasks({ stores, blobs }, accountId);
  const rest = await erasure.removeAccount(accountId);
  // A creation that had its money before the erasure began may have come since.
  tasks += await removeTasks({ stores, blobs }, accountId);
  const removed = { canceled, tasks, ...rest };
  return isKnown || Object.values(removed).some((count) => count > 0) ? removed : null;
}

async function cancelTasks({ erasure, tasks }: Stores, accountId: string, waitMs: number): Promise<number> {
  const giveUpAt = performance.now() + waitMs;
  let canceled = 0;
  for (;;) {
    const more = await erasure.cancelPending(accountId);
    canceled += more;
    if (more > 0) continue;
    if ((await tasks.countUnfinished(accountId, 1)) === 0 || performance.now() >= giveUpAt) return canceled;
    await pause(LOOK_MS);
  }
}

async function removeTasks(
  { stores: { erasure }, blobs }: { stores: Stores; blobs: BlobStore },
  accountId: string,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = await erasure.taskIds(accountId);
    if (ids.length === 0) return removed;
    for (const id of ids) await blobs.deletePrefix(taskPrefix(id));
    removed += await erasure.removeTasks(ids);
  }
}
