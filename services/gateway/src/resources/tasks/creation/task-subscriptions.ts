import type { Broker, SignalEvent } from '@medley/broker';
import { signalTopics } from '@medley/contracts';

type TaskSignalHandler = (event: SignalEvent) => void;

/** Subscriptions to the events of single tasks, without those of their steps; they share one broker listener. */
export interface TaskSubscriptions {
  /** Returns the function that unsubscribes. */
  subscribe(taskId: string, handler: TaskSignalHandler): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export async function openTaskSubscriptions(broker: Broker): Promise<TaskSubscriptions> {
  const handlers = new Map<string, Set<TaskSignalHandler>>();
  const listener = await broker.listen(
    (event) => {
      const { task_id: taskId } = event.body as { task_id?: string };
      for (const handler of handlers.get(taskId ?? '') ?? []) handler(event);
    },
    { announcesTopics: true, boundTo: signalTopics.taskEvents },
  );
  return {
    async subscribe(taskId, handler) {
      const known = handlers.get(taskId);
      if (known) known.add(handler);
      else {
        handlers.set(taskId, new Set([handler]));
        await listener.bind(signalTopics.allOfTask(taskId));
      }
      return async () => {
        const present = handlers.get(taskId);
        if (!present?.delete(handler) || present.size > 0) return;
        handlers.delete(taskId);
        await listener.unbind(signalTopics.allOfTask(taskId));
      };
    },
    close: () => listener.close(),
  };
}
