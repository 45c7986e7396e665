import type { Task } from '@medley/contracts';
import { messageOf } from '@medley/kit';
import { applyDecision } from './apply-decision';
import { decide, type TaskHappening } from './domain/decide';
import type { Engine } from './ports';

/** Somebody else may win the race for a task a few times; after that something is wrong, and the message is held. */
const RACES_MAX = 50;

/**
 * Let something happen to a task: decide, store the move guarded by `rev`, tell the world. Loses races by loading the task
 * again and deciding anew. Resolves when all is stored and sent, so that the caller may ack.
 * `known` is the task's id, or the task when it has just been read.
 */
export async function moveTask(
  engine: Engine,
  known: string | Task,
  happening: TaskHappening,
): Promise<void> {
  const taskId = typeof known === 'string' ? known : known.id;
  const remembered = typeof known === 'string' ? engine.recent.get(known) : known;
  if (remembered && (await tryMove(engine, remembered, happening))) return;
  for (let race = 0; race < RACES_MAX; race += 1) {
    const task = await engine.stores.tasks.find(taskId);
    if (!task) {
      engine.logger.debug('a message names an unknown task', { task_id: taskId });
      return;
    }
    if (!decide(task, happening, contextOf(engine)) || (await tryMove(engine, task, happening))) return;
  }
  throw new Error(`task ${taskId} was moved by others ${RACES_MAX} times in a row`);
}

/** False when this state of the task is not the last one, or nothing follows from it. */
async function tryMove(engine: Engine, task: Task, happening: TaskHappening): Promise<boolean> {
  const decision = decide(task, happening, contextOf(engine));
  if (!decision) return false;
  if ('report' in happening) engine.progress.note(task, happening.report);
  if (decision.changes) {
    if (!(await engine.stores.tasks.move(task.id, task.rev, decision.changes))) {
      engine.recent.forget(task.id);
      return false;
    }
    engine.recent.keep({ ...decision.task, rev: task.rev + 1 });
  } else {
    engine.recent.keep(task);
  }
  await applyDecision(engine, decision);
  if (decision.reserve) await extendReservation(engine, decision.task);
  return true;
}

/** Ask the account for what the task wants and let the answer happen to the task; if that fails, the clock asks again. */
async function extendReservation(engine: Engine, { id, account_id, cost }: Task): Promise<void> {
  const index = cost.extensions.length + 1;
  try {
    const extension = { account_id, task_id: id, index, units: cost.wanted ?? 0 };
    const granted = await engine.stores.accounts.extend(extension);
    await moveTask(engine, id, { type: 'reserved', index, granted });
  } catch (error) {
    engine.logger.warn('a reservation is left to the clock', { task_id: id, error: messageOf(error) });
  }
}

function contextOf({ stores, rules }: Engine): { now: Date; rules: Engine['rules'] } {
  return { now: stores.now(), rules };
}
