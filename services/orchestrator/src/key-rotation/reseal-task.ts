import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { readPayload, taskPrefix, type BlobStore } from '@medley/blobs';
import type { Task } from '@medley/contracts';
import { AppError, HeaderSealer, type Keyring } from '@medley/kit';
import type { ResealBatch, SealedTask, Stores, TaskChanges } from '@medley/store';

export interface ResealContext {
  stores: Pick<Stores, 'tasks' | 'keyring' | 'masterKey'>;
  blobs: BlobStore;
}

const MAPPING = 'pii-mapping';

/**
 * Seal the values of a batch of tasks again with the key that seals now. Those of a task that runs are left for a later round:
 * messages on their way may bring values that were sealed before the rotation. `settledAt`: from then on no process seals with
 * the key before, so that a task made earlier has to end before it is certain that it has nothing of that key.
 */
export async function resealTasks(
  context: ResealContext,
  after: string,
  settledAt: Date,
): Promise<ResealBatch> {
  const page = await context.stores.masterKey.sealedTasks(after);
  const counts = { none: 0, resealed: 0, left: 0, unreadable: 0 };
  for (const task of page) counts[await resealTask(context, task, settledAt)] += 1;
  const { resealed, left, unreadable } = counts;
  return { after: page.at(-1)?.id ?? null, examined: page.length, resealed, left, unreadable };
}

type Outcome = 'none' | 'resealed' | 'left' | 'unreadable';

async function resealTask(context: ResealContext, sealed: SealedTask, settledAt: Date): Promise<Outcome> {
  const isRunning = sealed.status === 'pending';
  try {
    if (!(await hasOldValue(context, sealed)))
      return isRunning && sealed.created_at < settledAt ? 'left' : 'none';
    if (isRunning) return 'left';
    const task = await context.stores.tasks.find(sealed.id);
    if (!task) return 'none';
    for (const { mapping } of task.steps)
      if (mapping && 'blob' in mapping) await resealBlob(context, task, mapping.blob);
    const changes = changesOf(context.stores.keyring, task);
    // The time of the last change is shown to clients, who see none.
    const set = { ...changes.set, updated_at: task.updated_at };
    const isStored = await context.stores.tasks.update(task.id, task.rev, { ...changes, set });
    return isStored ? 'resealed' : 'left';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'INTERNAL_ERROR') return 'unreadable';
    // Purged meanwhile.
    if (error.code === 'INPUT_EXPIRED') return 'left';
    throw error;
  }
}

async function hasOldValue({ stores, blobs }: ResealContext, task: SealedTask): Promise<boolean> {
  const { keyring } = stores;
  const sealer = new HeaderSealer(keyring);
  const { source_headers: source, webhook_headers: webhook, delivery_headers: delivery } = task;
  if (source !== null && sealer.reseal(source, 'source', task.account_id) !== null) return true;
  for (const headers of [webhook, delivery])
    if (headers !== null && sealer.reseal(headers, 'webhook', task.account_id) !== null) return true;
  for (const mapping of task.mappings) {
    const { fingerprint } = keyring.open(MAPPING, await readPayload(blobs, mapping), task.id);
    if (fingerprint !== keyring.sealing) return true;
    await yieldToOthers();
  }
  return false;
}

function changesOf(keyring: Keyring, { id, account_id, input, delivery, steps }: Task): TaskChanges {
  const sealer = new HeaderSealer(keyring);
  const { source_headers: source, webhook_headers: webhook } = input ?? {};
  const headers = delivery?.headers;
  return {
    set: {
      ...(input && {
        input: {
          ...input,
          ...(source && { source_headers: sealer.reseal(source, 'source', account_id) ?? source }),
          ...(webhook && { webhook_headers: sealer.reseal(webhook, 'webhook', account_id) ?? webhook }),
        },
      }),
      ...(delivery &&
        headers && {
          delivery: { ...delivery, headers: sealer.reseal(headers, 'webhook', account_id) ?? headers },
        }),
    },
    steps: steps.flatMap(({ mapping }, index) => {
      const old = mapping && 'inline' in mapping ? mapping.inline : null;
      const inline = old === null ? null : keyring.reseal(MAPPING, old, id);
      return inline === null ? [] : [{ index, set: { mapping: { inline } } }];
    }),
  };
}

/** In its place, at once: whoever reads it gets the one or the other, and either can be opened. */
async function resealBlob({ stores, blobs }: ResealContext, { id }: Task, key: string): Promise<void> {
  const next = stores.keyring.reseal(MAPPING, await readPayload(blobs, { blob: key, size: 0 }), id);
  if (next === null) return;
  await blobs.put(key, Buffer.from(next));
  const task = await stores.tasks.find(id);
  if (!task || task.purged_at) await blobs.deletePrefix(taskPrefix(id));
}
