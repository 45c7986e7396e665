import type { SignalListener } from '@medley/broker';
import { reviveTask, signalTopics, type SignalBodies } from '@medley/contracts';
import { noteSent } from './apply-trigger';
import type { OrchestratorContext } from './orchestrator-context';

/**
 * Keep the tasks whose first step a gateway publishes, so that the report of its worker needs no read. Workers may not publish on
 * this topic, so what it says of a task is believed.
 */
export async function hearSentTasks(context: OrchestratorContext): Promise<SignalListener> {
  const listener = await context.broker.listen(({ name, body }) => {
    if (name !== 'task.sent') return;
    const task = reviveTask((body as SignalBodies['task.sent']).task);
    noteSent(context, context.cache.get(task.id) ?? task);
  });
  await listener.bind(signalTopics.taskSent);
  return listener;
}
