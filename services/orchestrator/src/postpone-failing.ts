import type { Task } from '@medley/contracts';
import { messageOf, taskLogFields } from '@medley/kit';
import { postponeLimits } from './postpone-limits';
import type { OrchestratorContext } from './orchestrator-context';

/**
 * Postpone a task whose handling failed, with an exponential backoff, so that it does not block other due tasks. It is logged
 * and counted for the operator.
 * @throws AppError UPSTREAM_ERROR when the database does not answer, so that the caller waits, too
 */
export async function postponeFailing(
  context: OrchestratorContext,
  task: Task,
  cause: unknown,
): Promise<void> {
  const { stores, logger, failures, postponed, cache } = context;
  const count = failures.get(task.id) ?? 0;
  failures.set(task.id, count + 1);
  const waitMs = Math.min(postponeLimits.waitMaxMs, postponeLimits.waitMs * 2 ** count);
  cache.delete(task.id);
  await stores.tasks.update(task.id, task.rev, {
    set: { wake_at: new Date(stores.now().getTime() + waitMs) },
  });
  postponed.inc();
  logger.error('the handling of a due task failed, it is postponed', {
    ...taskLogFields(task),
    attempt: count + 1,
    ms: waitMs,
    error: messageOf(cause),
  });
}
