import { readPayload, storePayload, taskPrefix } from '@medley/blobs';
import type { Delivery, Payload, Task } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Engine } from './ports';

export interface WebhookBody {
  /** Where the bytes lie for the next attempt. */
  stored: Payload;
  bytes: Buffer;
}

/**
 * The bytes of a delivery: those of the attempt before, or made now and kept for the next one.
 * @throws AppError STORAGE_UNAVAILABLE
 */
export async function webhookBody(engine: Engine, task: Task, delivery: Delivery): Promise<WebhookBody> {
  const kept = delivery.body && (await readKept(engine, delivery.body));
  if (delivery.body && kept !== null) return { stored: delivery.body, bytes: Buffer.from(kept) };
  const text = await engine.taskView.webhookBody(task, engine.stores.now());
  return { stored: await keep(engine, task, text), bytes: Buffer.from(text) };
}

/** A failure is told even after a purge took the blobs of the task, so its small body stays in the document. */
function keep({ blobs }: Engine, task: Task, text: string): Promise<Payload> {
  if (task.status === 'failed') return Promise.resolve({ inline: text });
  // A dot cannot be in a step's id, so no step's blobs can lie under this name.
  return storePayload(blobs, `${taskPrefix(task.id)}webhook.json`, text);
}

/** Null when the blob is gone. */
async function readKept({ blobs }: Engine, body: Payload): Promise<string | null> {
  try {
    return await readPayload(blobs, body);
  } catch (error) {
    if (error instanceof AppError && error.code === 'INPUT_EXPIRED') return null;
    throw error;
  }
}
