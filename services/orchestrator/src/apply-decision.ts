import { taskPrefix } from '@medley/blobs';
import { signalTopics, type Task, type TaskEvent } from '@medley/contracts';
import { messageOf } from '@medley/kit';
import type { Settlement } from '@medley/store';
import { dispatchStep } from './dispatch-step';
import type { Decision } from './domain/decide';
import type { Engine } from './ports';
import { removeWaste } from './remove-waste';

/**
 * Tell the world about a move that is already stored. Every part may be lost to a crash: the clock repeats messages,
 * settlement and the removal of blobs; signals are lossy by nature.
 */
export async function applyDecision(engine: Engine, decision: Decision): Promise<void> {
  const { broker, settler } = engine;
  const { task } = decision;
  for (const event of decision.changes?.events ?? []) signalEvent(engine, task, event);
  if (decision.stop)
    broker.signal('step.cancel', signalTopics.stepCancel, { task_id: task.id, step_id: null });
  const sent: Promise<unknown>[] = decision.run.map((stepId) => sendStep(engine, task, stepId));
  // A task that is not settled is looked at again, so a crash in between leaves no waste behind.
  if (decision.settle) sent.push(removeWaste(engine, task).then(() => settler.add(settlementOf(task))));
  if (decision.ended && task.delivery) sent.push(broker.publish('task.finished', { task_id: task.id }));
  if (decision.deleteBlobs) sent.push(engine.blobs.deletePrefix(taskPrefix(task.id)));
  const results = await Promise.allSettled(sent);
  for (const result of results) {
    if (result.status === 'rejected') {
      engine.logger.warn('a follow-up is left to the clock', {
        task_id: task.id,
        error: messageOf(result.reason),
      });
    }
  }
}

/** What was set aside at creation; what came later is looked up, for the task may not have heard of the last of it. */
function settlementOf({ account_id, id, cost }: Task): Settlement {
  const { reserved, extensions, wanted, charged } = cost;
  const later = extensions.reduce((sum, units) => sum + units, 0);
  const asked = extensions.length + (wanted === null ? 0 : 1);
  return { account_id, task_id: id, reserved: reserved - later, extensions: asked, charged };
}

function signalEvent({ broker }: Engine, task: Task, event: TaskEvent): void {
  const { seq, type } = event;
  broker.signal('task.event', signalTopics.taskEvent(task.id, type), { task_id: task.id, seq, type });
}

async function sendStep(engine: Engine, task: Task, stepId: string): Promise<void> {
  const step = task.steps.find((one) => one.id === stepId);
  if (!step) return;
  const isSent = await dispatchStep(engine, task, step);
  if (!isSent) engine.logger.warn('the input of a step is gone', { task_id: task.id, step_id: stepId });
}
