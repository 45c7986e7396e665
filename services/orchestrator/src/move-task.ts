import type { Task } from '@medley/contracts';
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
  let task = typeof known === 'string' ? await engine.stores.tasks.find(known) : known;
  for (let race = 0; race < RACES_MAX; race += 1) {
    if (!task) {
      engine.logger.debug('a message names an unknown task', { task_id: taskId });
      return;
    }
    const decision = decide(task, happening, { now: engine.stores.now(), rules: engine.rules });
    if (!decision) return;
    if (!decision.changes || (await engine.stores.tasks.move(taskId, task.rev, decision.changes))) {
      await applyDecision(engine, decision);
      return;
    }
    task = await engine.stores.tasks.find(taskId);
  }
  throw new Error(`task ${taskId} was moved by others ${RACES_MAX} times in a row`);
}
