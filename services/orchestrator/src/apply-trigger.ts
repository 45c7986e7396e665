import type { Task } from '@medley/contracts';
import { messageOf } from '@medley/kit';
import { applyDecision } from './apply-decision';
import { decide, type TaskTrigger } from './domain/decide';
import type { Rules } from './domain/rules';
import type { OrchestratorContext } from './orchestrator-context';

/** Concurrent writes may win a few times; beyond this many it is a fault, and the message is requeued. */
const RACES_MAX = 50;

/**
 * Apply a trigger to a task: decide, store the changes guarded by `rev`, publish what follows. When a concurrent write wins, the
 * task is loaded and decided again. Resolves when everything is stored and sent, so that the caller may ack.
 * `known` is the task's id, or the task when it has just been read.
 */
export async function applyTrigger(
  context: OrchestratorContext,
  known: string | Task,
  trigger: TaskTrigger,
): Promise<void> {
  const taskId = typeof known === 'string' ? known : known.id;
  const cached = typeof known === 'string' ? context.cache.get(known) : known;
  if (cached && (await tryApply(context, cached, trigger))) return;
  for (let race = 0; race < RACES_MAX; race += 1) {
    const task = await context.stores.tasks.find(taskId);
    if (!task) {
      context.logger.debug('a message names an unknown task', { task_id: taskId });
      return;
    }
    if (!decide(task, trigger, decisionContext(context)) || (await tryApply(context, task, trigger))) return;
  }
  throw new Error(`task ${taskId} was changed concurrently ${RACES_MAX} times in a row`);
}

/** False when this state of the task is stale or the trigger changes nothing. */
async function tryApply(context: OrchestratorContext, task: Task, trigger: TaskTrigger): Promise<boolean> {
  const decision = decide(task, trigger, decisionContext(context));
  if (!decision) return false;
  if ('report' in trigger) context.progress.record(task, trigger.report);
  if (decision.changes) {
    if (!(await context.stores.tasks.update(task.id, task.rev, decision.changes))) {
      context.cache.delete(task.id);
      return false;
    }
    context.cache.set({ ...decision.task, rev: task.rev + 1 });
  } else {
    context.cache.set(task);
  }
  await applyDecision(context, decision);
  if (decision.reserve) await extendReservation(context, decision.task);
  return true;
}

/** Extend the reservation by `cost.wanted` and apply the reply to the task; after a failure the task timer repeats the request. */
async function extendReservation(
  context: OrchestratorContext,
  { id, account_id, cost }: Task,
): Promise<void> {
  const index = cost.extensions.length + 1;
  try {
    const extension = { account_id, task_id: id, index, units: cost.wanted ?? 0 };
    const granted = await context.stores.accounts.extend(extension);
    await applyTrigger(context, id, { type: 'reserved', index, granted });
  } catch (error) {
    context.logger.warn('a reservation failed, the task timer repeats it', {
      task_id: id,
      error: messageOf(error),
    });
  }
}

function decisionContext({ stores, rules }: OrchestratorContext): { now: Date; rules: Rules } {
  return { now: stores.now(), rules };
}
