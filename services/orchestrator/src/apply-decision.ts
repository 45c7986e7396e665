import { stepPrefix, taskPrefix } from '@medley/blobs';
import {
  inlineCharacters,
  signalTopics,
  SMALL_CHARACTERS_MAX,
  type Task,
  type TaskEvent,
} from '@medley/contracts';
import { messageOf, taskLogFields } from '@medley/kit';
import { logTransitions, settlementOf, type Decision } from '@medley/state-machine';
import { dispatchStep } from './dispatch-step';
import type { OrchestratorContext } from './orchestrator-context';
import { deleteIntermediateBlobs } from './delete-intermediate-blobs';

/**
 * Publish the messages and run the side effects of a stored decision. A crash may lose any of them: the task timer repeats
 * messages, settlement and the deletion of blobs; signals are best-effort.
 */
export async function applyDecision(context: OrchestratorContext, decision: Decision): Promise<void> {
  const { broker, settler } = context;
  const { task } = decision;
  logTransitions(context.logger, decision);
  for (const event of decision.changes?.events ?? []) signalEvent(context, task, event);
  if (decision.stop)
    broker.signal('step.cancel', signalTopics.stepCancel, { task_id: task.id, step_id: null });
  const sent: Promise<unknown>[] = decision.run.map((stepId) => sendStep(context, task, stepId));
  // The task timer checks an unsettled task again, so a crash in between leaves no blobs behind.
  if (decision.settle)
    sent.push(
      deleteIntermediateBlobs(context, task).then(() => settler.add(settlementOf(task, context.rules))),
    );
  if (decision.ended && task.delivery) sent.push(broker.publish('task.finished', { task_id: task.id }));
  for (const stepId of decision.deleteSteps)
    sent.push(context.blobs.deletePrefix(stepPrefix(task.id, stepId)));
  if (decision.deleteBlobs) sent.push(context.blobs.deletePrefix(taskPrefix(task.id)));
  await settleAll(context, task, sent);
}

/** Publish these steps of a task. Never rejects: the task timer repeats what fails. */
export async function sendSteps(
  context: OrchestratorContext,
  task: Task,
  stepIds: readonly string[],
): Promise<void> {
  await settleAll(
    context,
    task,
    stepIds.map((stepId) => sendStep(context, task, stepId)),
  );
}

async function settleAll(
  { logger }: OrchestratorContext,
  task: Task,
  effects: readonly Promise<unknown>[],
): Promise<void> {
  for (const result of await Promise.allSettled(effects)) {
    if (result.status === 'rejected') {
      logger.warn('a side effect failed, the task timer repeats it', {
        ...taskLogFields(task),
        error: messageOf(result.reason),
      });
    }
  }
}

function signalEvent({ broker }: OrchestratorContext, task: Task, event: TaskEvent): void {
  const { seq, type } = event;
  const isLast = task.status !== 'pending' && !type.startsWith('step.');
  broker.signal('task.event', signalTopics.taskEvent(task.id, type), {
    ...{ task_id: task.id, seq, type },
    // Only signals that somebody listens to are serialized.
    ...(isLast && inlineCharacters(task) <= SMALL_CHARACTERS_MAX ? { task } : {}),
  });
}

async function sendStep(context: OrchestratorContext, task: Task, stepId: string): Promise<void> {
  const step = task.steps.find((one) => one.id === stepId);
  if (!step) return;
  const isSent = await dispatchStep(context, task, step);
  if (!isSent)
    context.logger.warn('the input of a step was deleted', { ...taskLogFields(task), step_id: stepId });
}
