import { signalTopics, type DurableEventType } from '@medley/contracts';
import type { TestGateway } from './start-test-gateway';

/** Move the first step of a task on and tell it, as the orchestrator does. */
export async function tellEvent(
  { stores, broker }: TestGateway,
  id: string,
  type: DurableEventType,
): Promise<void> {
  const task = await stores.tasks.find(id);
  if (!task) throw new Error('there is no such task');
  const seq = (task.events.at(-1)?.seq ?? 0) + 1;
  const event = { seq, type, at: stores.now(), step_id: task.steps[0]?.id ?? null, attempt: 1 };
  await stores.tasks.move(id, task.rev, { events: [event] });
  broker.signal('task.event', signalTopics.taskEvent(id, type), { task_id: id, seq, type });
}
