import type { Task } from '@medley/contracts';
import { messageOf } from '@medley/kit';
import { LRUCache } from 'lru-cache';
import { postponeLimits } from './postpone-limits';
import type { Engine } from './ports';

/** How often each task has failed in a row; those heard of longest ago are forgotten. */
export type FailureCounts = LRUCache<string, number>;

export function createFailureCounts(): FailureCounts {
  return new LRUCache({ max: postponeLimits.countsMax });
}

/**
 * Put a task whose handling failed behind the others: the clock comes back to it after a wait that doubles with each
 * failure in a row. It is logged and counted, so that somebody mends what is wrong with it.
 * @throws AppError when the database does not take it, so that the caller waits, too
 */
export async function postponeFailing(engine: Engine, task: Task, cause: unknown): Promise<void> {
  const { stores, logger, failures, postponed, recent } = engine;
  const count = failures.get(task.id) ?? 0;
  failures.set(task.id, count + 1);
  const waitMs = Math.min(postponeLimits.waitMaxMs, postponeLimits.waitMs * 2 ** count);
  recent.forget(task.id);
  await stores.tasks.move(task.id, task.rev, {
    set: { wake_at: new Date(stores.now().getTime() + waitMs) },
  });
  postponed.inc();
  logger.error('the handling of a due task failed, it is postponed', {
    task_id: task.id,
    attempt: count + 1,
    ms: waitMs,
    error: messageOf(cause),
  });
}
