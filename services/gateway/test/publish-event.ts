import { signalTopics, type DurableEventType } from '@medley/contracts';
import type { TestGateway } from '@medley/testing/gateway';

/** Change the status of the first step of a task and publish the event, as the orchestrator does. */
export async function publishEvent(
  { stores, broker }: TestGateway,
  id: string,
  type: DurableEventType,
): Promise<void> {
  const task = await stores.tasks.find(id);
  if (!task) throw new Error('there is no such task');
  const seq = (task.events.at(-1)?.seq ?? 0) + 1;
  const event = { seq, type, at: stores.now(), step_id: task.steps[0]?.id ?? null, attempt: 1 };
  await stores.tasks.update(id, task.rev, { events: [event] });
  broker.signal('task.event', signalTopics.taskEvent(id, type), { task_id: id, seq, type });
}
