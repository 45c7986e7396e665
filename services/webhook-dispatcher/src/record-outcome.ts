import { taskPrefix } from '@medley/blobs';
import { purgeTask, type Delivery, type Task } from '@medley/contracts';
import { backoffMs, messageOf, taskLogFields } from '@medley/kit';
import type { TaskChanges } from '@medley/store';
import { setTimeout as pause } from 'node:timers/promises';
import { endAttempt, type AttemptOutcome } from './delivery-state';
import type { DispatcherContext } from './dispatcher-context';
import { logIfFailed } from './log-if-failed';

/** Longest time that storing is retried; after it the attempt is closed as lost. */
const GIVE_UP_MS = 60_000;

/**
 * Stores the outcome of an attempt; retries when the task changes meanwhile or the database is unavailable (60 s).
 * The write that records a 2xx of a task with ttl 0 deletes its data, too.
 */
export async function recordOutcome(
  context: DispatcherContext,
  claimed: Task,
  end: { attempt: number; outcome: AttemptOutcome },
): Promise<void> {
  const { stores, logger } = context;
  const giveUpAt = performance.now() + GIVE_UP_MS;
  let task: Task | null = claimed;
  for (let failures = 0; performance.now() < giveUpAt;) {
    try {
      task ??= await stores.tasks.find(claimed.id);
      if (!task?.delivery) return;
      const now = stores.now();
      const delivery = endAttempt(task.delivery, end.attempt, { ...end, now, delays: context.delays });
      const changes = changesOf(task, delivery, now);
      if (await stores.tasks.update(task.id, task.rev, changes)) {
        if (delivery.state !== 'pending' && delivery.state !== task.delivery.state)
          context.metrics.finished(delivery.state);
        logIfFailed(logger, task, delivery);
        if (changes.set?.purged_at) await removeBlobs(context, task);
        return;
      }
    } catch (error) {
      failures += 1;
      logger.warn('the end of an attempt was not stored yet', {
        ...taskLogFields(claimed),
        error: messageOf(error),
      });
      await pause(backoffMs(failures, { firstMs: 100, maxMs: 5_000 }));
    }
    task = null;
  }
}

function changesOf(task: Task, delivery: Delivery, now: Date): TaskChanges {
  const isDone = delivery.state === 'delivered' && task.ttl === 0 && task.purged_at === null;
  if (!isDone) return { set: { delivery } };
  const { set, steps } = purgeTask(task, now);
  // Due at once: the orchestrator settles the task and deletes its blobs again, in case this process crashes.
  return { set: { ...set, delivery: { ...delivery, body: null }, wake_at: now }, steps };
}

async function removeBlobs({ blobs, logger }: DispatcherContext, task: Task): Promise<void> {
  try {
    await blobs.deletePrefix(taskPrefix(task.id));
  } catch (error) {
    logger.warn('the files of a delivered task were not deleted, the task timer repeats it', {
      ...taskLogFields(task),
      error: messageOf(error),
    });
  }
}
