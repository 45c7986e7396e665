import { readPayload, storePayload, taskPrefix } from '@medley/blobs';
import type { Delivery, Payload, Task } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { DispatcherContext } from './dispatcher-context';

export interface WebhookBody {
  /** Where the bytes are stored for the next attempt. */
  stored: Payload;
  bytes: Buffer;
}

/**
 * The body of a delivery: that of the previous attempt, or a new one, stored for later attempts.
 * @throws AppError STORAGE_UNAVAILABLE
 */
export async function webhookBody(
  context: DispatcherContext,
  task: Task,
  delivery: Delivery,
): Promise<WebhookBody> {
  const kept = delivery.body && (await readKept(context, delivery.body));
  if (delivery.body && kept !== null) return { stored: delivery.body, bytes: Buffer.from(kept) };
  const text = await context.taskView.webhookBody(task, context.stores.now());
  return { stored: await keep(context, task, text), bytes: Buffer.from(text) };
}

/** A failure is sent even after a purge deleted the blobs of the task, so its small body is stored in the document. */
function keep({ blobs }: DispatcherContext, task: Task, text: string): Promise<Payload> {
  if (task.status === 'failed') return Promise.resolve({ inline: text });
  // Ids of steps contain no dot, so this key cannot collide with blobs of a step.
  return storePayload(blobs, `${taskPrefix(task.id)}webhook.json`, text);
}

/** Null when the blob does not exist. */
async function readKept({ blobs }: DispatcherContext, body: Payload): Promise<string | null> {
  try {
    return await readPayload(blobs, body);
  } catch (error) {
    if (error instanceof AppError && error.code === 'INPUT_EXPIRED') return null;
    throw error;
  }
}
