import { setTimeout as pause } from 'node:timers/promises';
import { taskPrefix, uploadPrefix, type BlobStore } from '@medley/blobs';
import type { Stores } from '@medley/store';

/** How many of each were removed; `canceled` tasks are among `tasks`. */
export type Erasure = Readonly<Record<string, number>>;

/** How long running tasks may take to end after they were canceled. */
const CANCEL_WAIT_MS = 30_000;
const UPLOADS_AT_ONCE = 500;
const POLL_MS = 200;

/**
 * Remove an account with all its data. When interrupted, run it again: the account itself is removed after its tasks
 * and their files. Null when the database has nothing of this account.
 *
 * Tasks that do not end in time belong to services that are not running; they are removed unfinished. A report that a
 * worker still sends names an unknown task and is dropped; a file it stores is deleted by the orchestrator as an orphan.
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
  const uploads = await removeUploads({ stores, blobs }, accountId);
  const rest = await erasure.removeAccount(accountId);
  // A creation whose reservation preceded the erasure may have inserted its task in the meantime.
  tasks += await removeTasks({ stores, blobs }, accountId);
  const removed = { canceled, tasks, uploads, ...rest };
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
    await pause(POLL_MS);
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

async function removeUploads(
  { stores: { uploads }, blobs }: { stores: Stores; blobs: BlobStore },
  accountId: string,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = await uploads.idsOf(accountId, UPLOADS_AT_ONCE);
    if (ids.length === 0) return removed;
    for (const id of ids) await blobs.deletePrefix(uploadPrefix(id));
    await uploads.forget(ids);
    removed += ids.length;
  }
}
